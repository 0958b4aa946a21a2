/** Sends a request, and shows the outcome in the spec's toasts (section 8). Loaded on the press. */
import type { RegistrationField } from '../../../contract/aid/registration-rules.ts'
import { ApiProblem, NetworkFailure } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { showToast } from '../../lib/toast-store.ts'
import { callProblems } from '#words/common/problems.ts'
import { aidPapers as words } from '#words/aid/aid-papers.ts'
import { papersToasts, requestToasts } from '#words/aid/toasts.ts'
import { registrationToasts as toasts } from '#words/people/toasts.ts'
import { sessionToasts } from '#words/people/session-toasts.ts'
import { weakPasswordSentence } from '../../lib/weak-password.ts'
import { authCode, authSentence, isMissingPart } from '../../api/session/auth-sentence.ts'
import { isRecord } from '../../api/is-record.ts'
import type { AidRequest, Run } from './aid-request.ts'
import type { Step } from './flow.ts'
import { KnownAddress, NoUser, type Credentials } from './open-account.ts'
import { UploadFailure } from './send-documents.ts'
import { takeBack } from './hand-over.ts'
import { OtherPerson, sendRequest } from './send-request.ts'
import { waitForLine } from './wait-for-line.ts'

export type ServerErrors = Partial<Record<RegistrationField | 'message' | 'full_name' | 'relation', string>>
/** `arrived_before`: another draft counts instead of this one. Null: not done. */
export type Done = 'done' | 'arrived_before' | null

/** @returns whether everything is done, and the server's errors at single fields */
export async function sendWithToasts(
  request: AidRequest,
  credentials: Credentials | null,
): Promise<{ done: Done; faults: ServerErrors }> {
  const isByPhone = request.read().draft.email === ''
  const sent = await sendRequest(request, credentials)
  switch (sent.is) {
    case 'done':
    case 'arrived_before':
      if (!request.isLeft()) showDone(request, sent.is, isByPhone)
      return { done: sent.is, faults: {} }
    case 'failed':
      console.warn(`The request stopped at the step: ${sent.step}.`, sent.problem)
      if (isLost(sent.problem)) waitForLine(request, sent.step)
      else stop(request, isStopped(sent.problem) ? { is: 'idle' } : failed(sent.step, sent.problem))
      // Keeps the name of their file from the next person with the phone.
      if (!request.isLeft()) failWithToast(request, sent.step, sent.problem)
      return { done: null, faults: fieldFaults(sent.problem) }
    case 'ended_elsewhere':
    case 'waiting':
    case 'held':
      request.setRun({ is: 'idle' })
      return { done: null, faults: {} }
  }
}

const DONE = {
  registration: [toasts.complete, toasts.completeMore],
  request: [requestToasts.sent, requestToasts.sentMore],
  other: [requestToasts.sent, requestToasts.sentForOther],
  papers: [papersToasts.sent, papersToasts.sentMore],
} as const

/** @param isByPhone the code has signed them in already */
function showDone({ aim }: AidRequest, is: 'done' | 'arrived_before', isByPhone: boolean): void {
  const before =
    aim.is === 'papers'
      ? [papersToasts.over, papersToasts.overMore]
      : [requestToasts.arrivedBefore, requestToasts.arrivedBeforeMore]
  const isAdded = aim.is === 'papers' && aim.paperRequestId === null
  const done = isAdded
    ? [papersToasts.added, papersToasts.addedMore]
    : DONE[aim.is === 'registration' && isByPhone ? 'request' : aim.is]
  const [title = '', description = ''] = is === 'arrived_before' ? before : done
  showToast({ kind: 'plain', title, description })
}

/** The user is needed: it is not sent again on its own. */
function stop(request: AidRequest, run: Run): void {
  // Nor by the worker.
  void takeBack(request.read().draft.key)
  const { progress } = request.read().draft
  if (progress.waiting === 'line') request.setProgress({ ...progress, waiting: null })
  request.setRun(run)
}

function failed(step: Step, problem: unknown): Run {
  return { is: 'failed', step, ...(problem instanceof KnownAddress && { known: true }) }
}

/** No answer from the server: it is sent again once there is a connection. */
function isLost(problem: unknown): boolean {
  if (problem instanceof UploadFailure) return !problem.stopped && !navigator.onLine
  if (isMissingPart(problem)) return !navigator.onLine
  return problem instanceof NetworkFailure || (isRecord(problem) && problem.name === 'AuthRetryableFetchError')
}

/** The user pressed Stop, and needs no toast. */
function isStopped(problem: unknown): boolean {
  return problem instanceof UploadFailure && problem.stopped
}

function failWithToast({ aim }: AidRequest, step: Step, problem: unknown): void {
  if (isStopped(problem)) return
  const [title, description] =
    aim.is === 'papers' && isAnswered(problem) ? toastOfPapers(problem) : toastOf(step, problem)
  showToast({ kind: 'destructive', title, description })
}

function toastOf(step: Step, problem: unknown): readonly [title: string, description: string] {
  if (problem instanceof NoUser) return [toasts.error, toasts.noUser]
  if (problem instanceof OtherPerson) return [sessionToasts.ended, sessionToasts.endedMore]
  if (problem instanceof KnownAddress) return [toasts.failed, words.knownToast]
  // The code that sends documents is loaded with the first one, and can be missing too.
  if (isMissingPart(problem instanceof UploadFailure ? problem.cause : problem))
    return [toasts.error, callProblems.partMissing]
  if (problem instanceof UploadFailure) return [toasts.uploadFailed, toasts.uploadFailedMore(problem.filename)]
  const answered = isAnswered(problem)
  const weak = weakPasswordSentence(problem)
  if (weak !== undefined) return [toasts.weak, weak]
  // The address may have an account. The sign-in does not tell, so neither does this.
  if (step === 'account' && authCode(problem) === 'invalid_credentials')
    return [toasts.failed, `${authSentence(problem)}. ${toasts.orReset}`]
  if (step === 'account' && isAuthProblem(problem)) return [toasts.failed, authSentence(problem)]
  if (step === 'profile' && answered) return [toasts.profileFailed, problemSentence(problem)]
  if (step === 'application' && problem instanceof ApiProblem && problem.code === 'too_many_open_requests')
    return [toasts.submissionFailed, problemSentence(problem)]
  if (step === 'application' && answered) return [toasts.submissionFailed, toasts.submissionFailedMore]
  return [toasts.error, toasts.unexpected]
}

function toastOfPapers(problem: ApiProblem | NetworkFailure): readonly [title: string, description: string] {
  const [fault] = problem instanceof ApiProblem ? problem.fields : []
  return [papersToasts.notSent, fault?.message ?? problemSentence(problem)]
}

/** A refusal by our server, or no reply. */
function isAnswered(problem: unknown): problem is ApiProblem | NetworkFailure {
  return problem instanceof ApiProblem || problem instanceof NetworkFailure
}

/** An error of the auth client, with or without a reply. */
function isAuthProblem(problem: unknown): boolean {
  return isRecord(problem) && problem.__isAuthError === true
}

/** The server's names of fields that the form names differently. */
const FIELDS: Readonly<Record<string, keyof ServerErrors>> = {
  full_name: 'first_name',
  'person.full_name': 'full_name',
  'person.phone': 'phone',
  'person.address': 'address',
  relation: 'relation',
  phone: 'phone',
  address: 'address',
  location: 'address',
  application_type: 'aid_type',
  description: 'description',
  amount_requested: 'amount_requested',
  message: 'message',
}

function fieldFaults(problem: unknown): ServerErrors {
  if (!(problem instanceof ApiProblem)) return {}
  const faults: ServerErrors = {}
  for (const { field, message } of problem.fields) {
    const own = FIELDS[field]
    if (own) faults[own] = message
  }
  return faults
}
