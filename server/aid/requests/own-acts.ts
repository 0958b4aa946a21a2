/** Lets applicants correct a request, add papers and ask for a call after sending it. None of it moves the date of the decision. */
import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { CORRECTIONS_MAX, type ApplicantAct } from '../../../contract/aid/handling-fields.ts'
import { CALL_OUTCOMES } from '../../../contract/aid/queue-fields.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { CALL_NUMBER } from '../../people/sign-in/people.ts'
import { readPhoneNumber } from '../../people/sign-in/phone-number.ts'
import { users } from '../../people/sign-in/schema.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { isNumberStopped } from '../../platform/sms/stopped-numbers.ts'
import { profiles } from '../../record/profiles/schema.ts'
import { pathOfUrl } from '../documents/paths.ts'
import {
  attachDocuments,
  readDocuments,
  type AttachedDocument,
  type SubmittedDocument,
} from './application-documents.ts'
import { lockApplicant, requireAmount } from './applications.ts'
import { auditRequest } from './audit-request.ts'
import { aidApplications, applicantActs, requestActs, type Application, type OwnAct } from './schema.ts'
import { lockRequest, noSuchRequest, wakeByMessage } from './wake.ts'

/** Fields that a correction may change. */
interface Correctable {
  readonly description: string
  /** In kobo. */
  readonly amountRequested: Kobo | null
  readonly location: string
}

interface Correction extends Correctable {
  /** How often the request was corrected when the applicant read it. */
  readonly expectedCorrections: number
}

/**
 * Corrects a request. What it says already is no correction, so that a client can send it again. Staff find it in the view Answered, and
 * whoever has it open is told, as its version grows.
 * @throws AppError `not_found` (not this person's, or withdrawn), `request_decided`, `draft_changed` (corrected since the applicant read
 *   it), `too_many_corrections`, `invalid_input` (more than one may ask for now)
 */
export function correctRequest(
  core: Core,
  userId: string,
  id: string,
  { expectedCorrections, ...wanted }: Correction,
): Promise<{ id: string; corrections: number }> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const found = await lockUndecided(tx, userId, id)
    const changed = FIELDS.filter(({ name }) => found[name] !== wanted[name])
    const { corrections } = found
    if (changed.length === 0) return { id, corrections }
    if (expectedCorrections !== corrections) throw new AppError('draft_changed')
    if (found.amountRequested !== wanted.amountRequested) requireAmount(core, wanted.amountRequested)
    if (corrections >= CORRECTIONS_MAX) throw new AppError('too_many_corrections')
    const told = (values: Correctable) =>
      Object.fromEntries(
        changed.map(({ name, key }) => [key, name === 'amountRequested' ? koboText(values) : values[name]]),
      )
    await tx
      .update(aidApplications)
      .set({ ...wanted, corrections: corrections + 1 })
      .where(eq(aidApplications.id, id))
    await wakeByMessage(tx, id, userId, now)
    await addAct(tx, id, { act: 'corrected', before: told(found), after: told(wanted) }, now)
    // Without the words of the applicant: the audit is never erased.
    const fields = { changed: changed.map(({ key }) => key).join(', ') }
    await auditRequest(tx, { by: { applicantId: userId }, now }, 'application.corrected', id, { after: fields })
    return { id, corrections: corrections + 1 }
  })
}

const FIELDS = [
  { name: 'description', key: 'description' },
  { name: 'amountRequested', key: 'amount_requested' },
  { name: 'location', key: 'location' },
] as const

const koboText = ({ amountRequested: amount }: Correctable) => (amount === null ? null : String(amount))

interface AddedPapers {
  /** The applicant's own documents, by URL or path. */
  readonly documents: readonly SubmittedDocument[]
  readonly message: string | null
  /** The origins of this instance's URLs. */
  readonly origins: readonly string[]
}

/**
 * Adds papers to a request that is not decided: no list of staff would show those of a decided one. Sending the same papers again returns
 * what was added.
 * @throws AppError `not_found`, `request_decided`, `invalid_input` (not the applicant's document, attached already, or too many)
 */
export function addPapers(core: Core, userId: string, id: string, papers: AddedPapers): Promise<OwnAct> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const found = await lockOwn(tx, userId, id)
    const attached = await readDocuments({ db: tx, env: core.env }, [id])
    const earlier = await findSamePapers(tx, id, papers, attached)
    if (earlier) return earlier
    if (found.decidedAt) throw new AppError('request_decided')
    const act = await addAct(tx, id, { act: 'papers_added', message: papers.message }, now)
    const attachment = { applicationId: id, userId, paperRequestId: null, actId: act.id, field: 'documents' } as const
    const { documents, origins } = papers
    const ids = attached.map((document) => document.id)
    await attachDocuments(tx, { ...attachment, attached: ids, origins, now }, documents)
    await wakeByMessage(tx, id, userId, now)
    const added = { after: { rows: documents.length } }
    await auditRequest(tx, { by: { applicantId: userId }, now }, 'application.papers_added', id, added)
    return act
  })
}

/** The act that added exactly these papers with this message. */
async function findSamePapers(
  tx: Tx,
  id: string,
  { documents, message, origins }: AddedPapers,
  attached: readonly AttachedDocument[],
): Promise<OwnAct | undefined> {
  const paths = documents.map(({ url }) => pathOfUrl(url, origins)?.path)
  const acts = await readOwnActs(tx, id)
  return acts.find((act) => {
    const given = attached.filter(({ actId }) => actId === act.id)
    return (
      act.act === 'papers_added' &&
      act.message === message &&
      given.length === paths.length &&
      given.every(({ path, label }, place) => path === paths[place] && label === documents[place]?.label)
    )
  })
}

/** Asks for a call, also about a decided request. While one is owed there is no second. @throws AppError `not_found`, `no_number_to_call` */
export function askForCall(core: Core, userId: string, id: string): Promise<OwnAct> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    await lockOwn(tx, userId, id)
    const acts = await readOwnActs(tx, id)
    const owed = acts.find(({ act, endedAt }) => act === 'call_asked' && endedAt === null)
    if (owed) return owed
    const detail = 'There is no number in your details, or it asked us to send nothing more.'
    if ((await findOpenNumber(core, tx, userId)) === null) throw new AppError('no_number_to_call', { detail })
    return changeCall(tx, userId, id, 'call_asked', now)
  })
}

/**
 * Cancels the call that was asked for, so that it is in no list and no count. Doing it again returns the same.
 * @throws AppError `not_found`: none was asked for; `call_begun`: it was made or tried, or staff have the request open
 */
export function takeBackCall(core: Core, userId: string, id: string): Promise<OwnAct> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const { heldUntil } = await lockOwn(tx, userId, id)
    const asked = (await readOwnActs(tx, id)).findLast(({ act }) => act === 'call_asked' || act === 'call_taken_back')
    if (!asked) throw new AppError('not_found', { detail: 'You asked for no call about this request.' })
    if (asked.act === 'call_taken_back') return asked
    const isOpen = heldUntil !== null && heldUntil > now
    if (asked.endedAt !== null || isOpen || (await wasTried(tx, asked))) throw new AppError('call_begun')
    await tx.update(applicantActs).set({ endedAt: now }).where(eq(applicantActs.id, asked.id))
    return changeCall(tx, userId, id, 'call_taken_back', now)
  })
}

async function changeCall(tx: Tx, userId: string, id: string, act: 'call_asked' | 'call_taken_back', now: Date) {
  const added = await addAct(tx, id, { act }, now)
  // A page of staff that shows the request is told.
  await tx.update(aidApplications).set({ changedBy: userId, changedAt: now }).where(eq(aidApplications.id, id))
  await auditRequest(tx, { by: { applicantId: userId }, now }, `application.${act}`, id)
  return added
}

/** Whether anyone tried the call that is owed. */
export async function isCallBegun(db: Db, acts: readonly OwnAct[]): Promise<boolean> {
  const owed = acts.find(({ act, endedAt }) => act === 'call_asked' && endedAt === null)
  return owed !== undefined && (await wasTried(db, owed))
}

/** Whether anyone called about the request since then. */
async function wasTried(tx: Db | Tx, { applicationId, createdAt }: OwnAct): Promise<boolean> {
  const calls = and(eq(requestActs.applicationId, applicationId), inArray(requestActs.act, CALL_OUTCOMES))
  return (await tx.$count(requestActs, and(calls, gte(requestActs.createdAt, createdAt)))) > 0
}

/** The number on which a person may be called and texted, as given and in digits. Null without one, and where it asked us to stop. */
export async function findOpenNumber(core: Pick<Core, 'keys'>, db: Db | Tx, userId: string) {
  const [found] = await db
    .select({ given: CALL_NUMBER })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId))
  const given = found?.given ?? ''
  const digits = readPhoneNumber(given)
  return digits === null || (await isNumberStopped(core, db, digits)) ? null : { given, digits }
}

/** Oldest first. */
export function readOwnActs(db: Db | Tx, applicationId: string): Promise<OwnAct[]> {
  return db
    .select()
    .from(applicantActs)
    .where(eq(applicantActs.applicationId, applicationId))
    .orderBy(asc(applicantActs.createdAt), asc(applicantActs.id))
}

/** As the applicant sees it. */
export const ownActRow = ({ id, act, createdAt, endedAt }: OwnAct) => ({
  id,
  act,
  created_at: createdAt,
  ended_at: endedAt,
})

const Corrected = z
  .object({ description: z.string(), amount_requested: z.string().nullable(), location: z.string() })
  .partial()
  .transform(({ amount_requested: amount, ...texts }) => ({
    ...texts,
    ...(amount !== undefined && { amount_requested: amount === null ? null : BigInt(amount) }),
  }))
  .nullable()

/** Reads the columns that a correction changed, with their values before or after. */
export function readCorrected(told: unknown) {
  const { amount_requested: amountRequested, ...texts } = Corrected.parse(told) ?? {}
  return { ...texts, ...(amountRequested !== undefined && { amountRequested }) }
}

/** The acts of the applicant as staff see them, oldest first. */
export async function readReviewedActs(tx: Tx, id: string, documents: readonly AttachedDocument[]) {
  const acts = await readOwnActs(tx, id)
  return acts.map((act) => ({
    id: act.id,
    act: act.act,
    created_at: act.createdAt,
    ended_at: act.endedAt,
    before: Corrected.parse(act.before),
    after: Corrected.parse(act.after),
    message: act.message,
    papers: documents.filter(({ actId }) => actId === act.id).map(({ name, label }) => label ?? name),
  }))
}

/** A person's acts for their data export, by request. */
export async function collectOwnActs(db: Db | Tx, userId: string) {
  const found = await db
    .select({ act: applicantActs })
    .from(applicantActs)
    .innerJoin(aidApplications, eq(aidApplications.id, applicantActs.applicationId))
    .where(and(eq(aidApplications.userId, userId), isNull(aidApplications.erasedAt)))
    .orderBy(asc(applicantActs.createdAt), asc(applicantActs.id))
  return (applicationId: string) =>
    found.flatMap(({ act: { before, after, message, ...act } }) =>
      act.applicationId === applicationId
        ? [{ act: act.act, before, after, message, created_at: act.createdAt, ended_at: act.endedAt }]
        : [],
    )
}

/** No paper is attached, and nothing decided, meanwhile. */
async function lockOwn(tx: Tx, userId: string, id: string): Promise<Application> {
  await lockApplicant(tx, userId)
  const found = await lockRequest(tx, id)
  if (found?.userId !== userId || found.erasedAt) throw noSuchRequest()
  return found
}

async function lockUndecided(tx: Tx, userId: string, id: string): Promise<Application> {
  const found = await lockOwn(tx, userId, id)
  if (found.decidedAt) throw new AppError('request_decided')
  return found
}

interface NewAct extends Partial<Pick<OwnAct, 'before' | 'after' | 'message'>> {
  readonly act: ApplicantAct
}

async function addAct(tx: Tx, applicationId: string, act: NewAct, now: Date): Promise<OwnAct> {
  const [added] = await tx
    .insert(applicantActs)
    .values({ id: newId(), applicationId, ...act, createdAt: now })
    .returning()
  invariant(added, 'an insert returns its row')
  return added
}
