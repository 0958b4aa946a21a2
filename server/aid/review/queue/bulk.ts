/** One change of many requests: each as it would be changed alone, with its own version, timeline, audit and letter. */
import { and, eq, gt } from 'drizzle-orm'
import { ANSWER_DAYS, type RejectionReason } from '../../../../contract/aid/reason-fields.ts'
import type { ApplicationType } from '../../../../contract/aid/application-fields.ts'
import type { ErrorCode } from '../../../../contract/platform/errors.ts'
import type { Administering } from '../../../record/audit/audit.ts'
import { after, hours } from '../../../platform/clock.ts'
import type { Core } from '../../../platform/core.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { readRequestsOf } from '../brief.ts'
import { findDuplicates, type Duplicate } from '../duplicates.ts'
import { lockForReview, requireUndecided, type Acting } from '../lock-for-review.ts'
import { WITHOUT_TEMPLATE } from '../reasons/wording.ts'
import { readTemplates } from '../reasons/templates.ts'
import { decideIn } from '../reviews.ts'
import { aidApplications, requestActs, type Application } from '../../requests/schema.ts'
import { takeBackIn } from '../undo.ts'
import { assign, lockOwner } from './assignments.ts'

export type BulkChange =
  | { readonly kind: 'assign'; readonly to: string | null }
  | { readonly kind: 'take_back' }
  | ({ readonly kind: 'close_duplicate' | 'close_unanswered' } & Shown)

/** The words that the caller has read before: which version for each kind of aid. */
interface Shown {
  readonly template_versions?: Readonly<Partial<Record<ApplicationType, number>>> | undefined
}

interface Row {
  readonly id: string
  readonly expected_version: number
}
interface Outcome {
  readonly id: string
  readonly refusal: ErrorCode | null
  readonly version: number | null
}

/** Ends a transaction of which nothing is to stay. */
class TriedDry extends Error {
  readonly outcomes: Outcome[]
  constructor(outcomes: Outcome[]) {
    super('tried dry')
    this.outcomes = outcomes
  }
}

/** @param dryRun does the same and rolls it back */
export async function changeMany(
  core: Core,
  by: Administering,
  rows: readonly Row[],
  change: BulkChange,
  dryRun: boolean,
) {
  const acting = { by, now: core.clock.now() }
  const outcomes = await core.db
    .transaction(async (tx) => {
      const found = new Map<string, Outcome>()
      if (change.kind === 'assign') await lockOwner(tx, change.to)
      // In the order of their ids, so that two changes of the same requests cannot wait for each other.
      for (const row of rows.toSorted((a, b) => a.id.localeCompare(b.id)))
        found.set(row.id, await changeOne(tx, acting, row, change))
      const inOrder = rows.flatMap(({ id }) => found.get(id) ?? [])
      if (dryRun) throw new TriedDry(inOrder)
      return inOrder
    })
    .catch((error: unknown) => {
      if (error instanceof TriedDry) return error.outcomes
      throw error
    })
  const changed = outcomes.filter(({ refusal }) => refusal === null).length
  return { changed, refused: outcomes.length - changed, rows: outcomes }
}

/** A refusal takes back what this row had changed so far, and nothing of the others. */
async function changeOne(tx: Tx, acting: Acting, row: Row, change: BulkChange): Promise<Outcome> {
  let refusal: ErrorCode | null = null
  try {
    await tx.transaction(async (part) => {
      const found = await lockForReview(part, acting.by, row.id, row.expected_version)
      if (change.kind !== 'take_back') await requireUndecided(part, found)
      await apply(part, found, acting, change)
      if ((await versionOf(part, row.id)) === found.version) throw new AppError('nothing_to_change')
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refusal = error.code
  }
  return { id: row.id, refusal, version: await versionOf(tx, row.id) }
}

async function versionOf(tx: Tx, id: string): Promise<number | null> {
  const [present] = await tx
    .select({ version: aidApplications.version })
    .from(aidApplications)
    .where(eq(aidApplications.id, id))
  return present?.version ?? null
}

function apply(tx: Tx, found: Application, acting: Acting, change: BulkChange): Promise<void> {
  switch (change.kind) {
    case 'assign':
      return assign(tx, found, acting, change.to)
    case 'close_duplicate':
      return closeDuplicate(tx, found, acting, change)
    case 'close_unanswered':
      return closeUnanswered(tx, found, acting, change)
    case 'take_back':
      return takeBackChange(tx, found, acting)
  }
}

/** An approval was no change of many, and may have an award. */
async function takeBackChange(tx: Tx, found: Application, acting: Acting): Promise<void> {
  if (found.status === 'approved') throw new AppError('already_decided')
  await takeBackIn(tx, found, acting)
}

/** The first request of several stays, so that one of them is decided. */
async function closeDuplicate(tx: Tx, found: Application, acting: Acting, shown: Shown): Promise<void> {
  const own = await readRequestsOf(tx, found.userId)
  const theirs = (await findDuplicates(tx, found.id)).filter(mayBeOnePerson)
  const same = [...own, ...theirs.flatMap(({ applications }) => applications)]
  if (!same.some((each) => each.status !== 'rejected' && each.created_at < found.createdAt))
    throw new AppError('not_closable')
  await close(tx, found, acting, { ...shown, reasonCode: 'duplicate' })
}

const mayBeOnePerson = ({ reasons, link }: Duplicate) =>
  link === null ? reasons.length > 0 : link.is === 'same_person'

async function closeUnanswered(tx: Tx, found: Application, acting: Acting, shown: Shown): Promise<void> {
  const since = after(acting.now, -ANSWER_DAYS * hours(24))
  if (!found.waitingSince || found.waitingSince > since || (await hasWritten(tx, found, since)))
    throw new AppError('not_closable')
  await close(tx, found, acting, { ...shown, reasonCode: 'no_answer' })
}

/** Whether the applicant wrote without sending what was asked for: no one has read it, or it was since then. */
async function hasWritten(tx: Tx, { id, answeredAt }: Application, since: Date): Promise<boolean> {
  const read = and(eq(requestActs.applicationId, id), eq(requestActs.act, 'read'), gt(requestActs.until, since))
  return answeredAt !== null || (await tx.$count(requestActs, read)) > 0
}

/** With the words of the newest template. @throws AppError `template_changed`: other words than those shown */
async function close(
  tx: Tx,
  found: Application,
  acting: Acting,
  { reasonCode, template_versions: shown }: Shown & { readonly reasonCode: RejectionReason },
): Promise<void> {
  const { applicationType } = found
  const templates = await readTemplates(tx, applicationType)
  const template = templates.find((each) => each.kind === 'rejection' && each.reason_code === reasonCode)
  if (!template) throw new AppError('not_closable')
  const wording = { ...WITHOUT_TEMPLATE, reasonCode, templateVersion: template.version }
  if (shown && shown[applicationType] !== template.version) throw new AppError('template_changed')
  await decideIn(tx, found, acting, { status: 'rejected', reason: template.text, wording })
}
