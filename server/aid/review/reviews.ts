/**
 * Reviewers' acts on a request: decide it, ask for more papers, or add a note. Each is one transaction with its history step,
 * audit row and letter, which waits a minute. Reviewers cannot do any of it with their own requests.
 */
import type { ApplicationStatus } from '../../../contract/aid/handling-fields.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { AppError, refusedField } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import {
  auditFields,
  beginReview,
  change,
  getReviewed,
  lockForReview,
  refuseHeld,
  requireUndecided,
  type Acting,
} from './lock-for-review.ts'
import { lockBeneficiaryOf, markIdentity } from './identity.ts'
import { auditRequest } from '../requests/audit-request.ts'
import { insertNote, lockApplicantOf } from '../requests/notes.ts'
import { WITHOUT_TEMPLATE, word, type Wording } from './reasons/wording.ts'
import type { ReviewedApplication } from './review-list.ts'
import { paperRequests, type Application } from '../requests/schema.ts'
import { changeStatus } from '../requests/statuses.ts'
import { writeLetter } from './waiting-letters.ts'

export interface StatusDecision {
  readonly status: ApplicationStatus
  /** Shown to the applicant, with its placeholders filled. */
  readonly reason: string | null
  /** Undefined: without a template. */
  readonly wording?: Wording
  /** The version the reviewer saw; undefined to decide regardless. */
  readonly expectedVersion: number | undefined
  /** Says that the decision's reviewer checked who the applicant is. */
  readonly identityChecked?: boolean
}

/** A reviewer's text, and the version that they saw; undefined to write regardless. */
interface Written {
  readonly text: string
  readonly expectedVersion: number | undefined
}

/** Proposes an award for a request in the transaction of its approval. */
export interface AwardProposal {
  /** Takes its locks, after that of the profile and before those of the decision. */
  readonly lock: (tx: Tx, by: Administering, applicationId: string) => Promise<unknown>
  readonly propose: (tx: Tx, by: Administering, applicationId: string) => Promise<unknown>
}

/**
 * Sets the status. Setting the current status writes and mails nothing.
 * @param award proposed by the same act: without it, nothing is decided
 * @throws AppError `not_found`, `own_request`, `already_decided` with who and when, `held_by_another`, `award_open`, `invalid_input`:
 *   a placeholder stays empty, or a template of a rejection with another status; and what the mark and the award are refused for
 */
export async function decide(
  core: Core,
  by: Administering,
  id: string,
  { expectedVersion, identityChecked = false, ...decision }: StatusDecision,
  award?: AwardProposal,
): Promise<ReviewedApplication> {
  const acting = { by, now: core.clock.now() }
  return core.db.transaction(async (tx) => {
    if (identityChecked) await markIdentity(tx, acting, await lockBeneficiaryOf(tx, id), true)
    await award?.lock(tx, by, id)
    await decideIn(tx, await lockForReview(tx, by, id, expectedVersion), acting, decision)
    await award?.propose(tx, by, id)
    return getReviewed(tx, acting, id)
  })
}

/** The same about a locked request. */
export async function decideIn(
  tx: Tx,
  before: Application,
  acting: Acting,
  { status, reason, wording = WITHOUT_TEMPLATE }: Omit<StatusDecision, 'expectedVersion' | 'identityChecked'>,
): Promise<void> {
  const { by, now } = acting
  await refuseHeld(tx, before, acting)
  const words = reason && (await word(tx, before, reason, wording, { kind: 'rejection', now, field: 'reason' }))
  if (wording.reasonCode !== null && status !== 'rejected')
    throw refusedField('reason_code', 'Only a rejection has a reason code.')
  if (before.status === status) return
  const step = { applicationId: before.id, to: status, userId: by.userId, reason: words, ...wording }
  const stepId = await changeStatus(tx, step, now).catch(refuseWithAward)
  const changed = { before: auditFields(before), after: { status, waiting_for_applicant: false } }
  await auditRequest(tx, acting, 'application.status_changed', before.id, changed)
  await writeLetter(tx, acting, { before, news: status, stepId })
}

/** Asks the applicant for more papers. The request is then under review. */
export async function requestPapers(
  core: Core,
  by: Administering,
  id: string,
  { expectedVersion, ...written }: Written & { readonly wording?: Wording },
): Promise<ReviewedApplication> {
  const acting = { by, now: core.clock.now() }
  return core.db.transaction(async (tx) => {
    await requestPapersIn(tx, await lockForReview(tx, by, id, expectedVersion), acting, written)
    return getReviewed(tx, acting, id)
  })
}

/** The same about a locked request. */
async function requestPapersIn(
  tx: Tx,
  before: Application,
  acting: Acting,
  { text, wording = WITHOUT_TEMPLATE }: { readonly text: string; readonly wording?: Wording },
): Promise<void> {
  const { by, now } = acting
  const { id } = before
  await refuseHeld(tx, before, acting)
  await requireUndecided(tx, before)
  if (before.waitingSince) throw new AppError('papers_already_requested')
  const words = await word(tx, before, text, wording, { kind: 'papers', now, field: 'text' })
  const step = { applicationId: id, to: 'under_review', userId: by.userId, reason: null } as const
  const stepId = await changeStatus(tx, step, now)
  await change(tx, id, acting, { waitingSince: now, answeredAt: null })
  const paperRequestId = newId()
  const asked = { id: paperRequestId, applicationId: id, userId: by.userId, text: words, createdAt: now }
  await tx.insert(paperRequests).values({ ...asked, ...kept(wording) })
  const changed = { before: auditFields(before), after: { status: 'under_review', waiting_for_applicant: true } }
  await auditRequest(tx, acting, 'application.papers_requested', id, changed)
  await writeLetter(tx, acting, { before, news: 'papers', stepId, paperRequestId })
}

/** Adds a note for the other staff. */
export async function addNote(core: Core, by: Administering, id: string, written: Written) {
  const { text, expectedVersion } = written
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const applicantId = await lockApplicantOf(tx, id)
    const found = await lockForReview(tx, by, id, expectedVersion)
    const note = { id: newId(), applicationId: id, userId: by.userId, text, createdAt: now }
    await insertNote(core, tx, applicantId, note)
    if (!(await beginReview(tx, found, { by, now }))) await change(tx, id, { by, now })
    await auditRequest(tx, { by, now }, 'application.note_added', id)
    return { id: note.id, text, by: await readPerson(tx, by.userId), created_at: now }
  })
}

const kept = ({ reasonCode, templateVersion }: Wording) => ({ reasonCode, templateVersion })

/** The database keeps a request approved while it has an open award (`aid_applications_keep_approved`). */
function refuseWithAward(error: unknown): never {
  throw codeOf(error) === 'TK004' ? new AppError('award_open', { cause: error }) : error
}
