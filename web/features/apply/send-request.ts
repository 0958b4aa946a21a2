/** Sends a request for aid, or documents for one: the actions behind the steps of flow.ts. Loaded on the press. */
import { ApiProblem, call } from '../../api/client.ts'
import { aidPapers as words } from '#words/aid/aid-papers.ts'
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { bearer } from '../../api/session/bearer.ts'
import type { AidRequest } from './aid-request.ts'
import { isKept, type Draft } from './draft.ts'
import { keyOf, readDraft, type DraftAim } from './draft-storage.ts'
import { goOn, reopen, type Acts, type Ended } from './flow.ts'
import { deleteFiles } from './file-storage.ts'
import type { Numbered } from '../../lib/number-picture.ts'
import { handOver, takeBack } from './hand-over.ts'
import { rememberSent } from './last-sent.ts'
import { applicationOf, namedBy, profileOf, requestForOtherOf } from './request-bodies.ts'
import { openAccount, type Credentials } from './open-account.ts'
import { sendDocuments } from './send-documents.ts'

export class OtherPerson extends Error {
  constructor() {
    super('another person is signed in')
    this.name = 'OtherPerson'
  }
}

export type Sent = Ended | { readonly is: 'ended_elsewhere' } | { readonly is: 'arrived_before' }

/** Continues from the next step, in one tab at a time. No successful step is repeated. */
export async function sendRequest(request: AidRequest, credentials: Credentials | null): Promise<Sent> {
  // Only pages loaded over https have locks. Without them each step is still safe to repeat.
  if (!('locks' in navigator)) return send(request, credentials)
  return navigator.locks.request(keyOf(request.aim), () => send(request, credentials))
}

async function send(request: AidRequest, credentials: Credentials | null): Promise<Sent> {
  const { draft, survives } = request.read()
  const stored = isKept(draft) ? readDraft(request.aim) : null
  // Another tab has sent it while this one waited for its turn.
  if (isKept(draft) && survives && stored?.key !== draft.key) return { is: 'ended_elsewhere' }
  if (stored) request.change((mine) => ({ ...mine, documents: stored.documents, progress: stored.progress }))
  let arrivedBefore = false
  const read = () => request.read().draft
  const acts: Acts = {
    account: () => step('account', () => openAccount(read(), credentials)),
    documents: () => {
      // From here on the worker sends it too, if this page goes.
      void handOver(request)
      return step('documents', () => sendDocuments(request, words.fileGone))
    },
    profile: async () => {
      // An answer contains no new personal details, and a request for someone else none of the sender's own.
      if (request.aim.is !== 'papers' && request.aim.is !== 'other') await step('profile', () => putProfile(request))
    },
    application: () =>
      step('application', async () => {
        const { aim } = request
        arrivedBefore = await (aim.is === 'papers' ? postAnswer(request, aim) : postApplication(request))
      }),
  }
  async function step<Result>(name: keyof Acts, act: () => Promise<Result>): Promise<Result> {
    request.setRun({ is: 'running', step: name })
    if (name !== 'account') await requireOwner(read())
    return act()
  }
  const ended = await goOn(() => read().progress, request.setProgress, acts)
  if (ended.is !== 'done') return ended
  const { documents, key } = read()
  const files = documents.map(({ id }) => id)
  request.end()
  void takeBack(key)
  await deleteFiles(files)
  return arrivedBefore ? { is: 'arrived_before' } : ended
}

/** The session can be another person's by now, who has taken it over in another tab: nothing of this request is sent as theirs. */
async function requireOwner({ progress }: Draft): Promise<void> {
  const { data } = await (await loadAuthClient()).getSession()
  if (data.session && data.session.user.id !== progress.userId) throw new OtherPerson()
}

async function putProfile({ aim, read }: AidRequest): Promise<void> {
  await call('PUT /api/profile', { body: profileOf(aim, read().draft), bearer })
}

/** @returns whether it had arrived before, under the same key with other content: then that counts */
async function postApplication(request: AidRequest): Promise<boolean> {
  const { draft } = request.read()
  try {
    rememberSent(await (request.aim.is === 'other' ? postForOther(draft) : postOwn(draft)))
    return false
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem
    if (problem.code === 'idempotency_key_reused') return true
    // A stored document no longer exists: the next press uploads it again.
    if (problem.fields.some(({ field }) => field.startsWith('documents_provided'))) storeAgain(request)
    throw problem
  }
}

const postOwn = (draft: Draft) =>
  call('POST /api/applications', { body: applicationOf(draft), idempotencyKey: draft.key, bearer })

async function postForOther(draft: Draft): Promise<Numbered> {
  const sent = await call('POST /api/applications/for-others', {
    body: requestForOtherOf(draft),
    idempotencyKey: draft.key,
    bearer,
  })
  return { ...sent, due_at: sent.standing?.due_at ?? null }
}

/** @returns whether it came too late: the request for documents was answered otherwise, or the request was decided */
async function postAnswer(
  request: AidRequest,
  { applicationId, paperRequestId: asked }: Extract<DraftAim, { is: 'papers' }>,
): Promise<boolean> {
  const { draft } = request.read()
  const { urls, labels } = namedBy(draft)
  const message = draft.texts.message?.trim() ?? ''
  const papers = { documents: urls, document_labels: labels, message: message === '' ? null : message }
  const params = { id: applicationId }
  try {
    if (asked === null) await call('POST /api/applications/:id/added-papers', { params, body: papers, bearer })
    else
      await call('POST /api/applications/:id/papers', { params, body: { paper_request_id: asked, ...papers }, bearer })
    return false
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem
    if (problem.code === 'no_papers_requested' || problem.code === 'request_decided') return true
    if (problem.fields.some(({ field }) => field.startsWith('documents.'))) storeAgain(request)
    throw problem
  }
}

function storeAgain(request: AidRequest): void {
  request.change((draft) => ({
    ...draft,
    earlier: [],
    documents: draft.documents.map((each) => ({ ...each, storedAt: null })),
    progress: reopen(draft.progress, 'documents'),
  }))
}
