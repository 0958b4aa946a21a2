/** The applicant's view of an award, and their part in the data export and in closing the account. */
import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { formatNaira, koboToNaira } from '../../../contract/platform/money.ts'
import { readHeldUntil } from '../complaints/holds.ts'
import { aidApplications } from '../requests/schema.ts'
import { findCashAccount, lockBalance } from '../../money/ledger/ledger.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import type { Core } from '../../platform/core.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { cancelUnreleased } from './awards.ts'
import { changeableUntil } from './confirmations.ts'
import { readOwnWords } from './recipient-words.ts'
import { awards, confirmations, disbursements, type Disbursement } from './schema.ts'
import { codeOf } from './slips.ts'
import { isUnanswered } from './waiting-times.ts'

/** The last award of a request that was granted. @throws AppError `not_found`: not this person's request */
export async function readOwnAward(core: Core, userId: string, applicationId: string) {
  const { db } = core
  const [request] = await db
    .select({ id: aidApplications.id })
    .from(aidApplications)
    .where(and(eq(aidApplications.id, applicationId), eq(aidApplications.userId, userId)))
  if (!request) throw new AppError('not_found', { detail: 'There is no such request.' })
  const granted = await db
    .select()
    .from(awards)
    .where(eq(awards.applicationId, applicationId))
    .orderBy(desc(awards.proposedAt), desc(awards.id))
  const award = granted.find(({ grantedAt }) => grantedAt !== null)
  if (!award?.grantedAt) return { award: null }
  const { amount, state, grantedAt } = award
  return {
    award: {
      amount,
      state,
      granted_at: grantedAt,
      held_until: (await readHeldUntil(db, [applicationId], core.clock.now())).get(applicationId) ?? null,
      payouts: await readOwnDisbursements(core, [award.id]),
    },
  }
}

/** One disbursement after its recipient has answered. */
export async function readOwnDisbursement(core: Core, id: string) {
  const [found] = await core.db.select().from(disbursements).where(eq(disbursements.id, id))
  const views = found ? await view(core, [found]) : []
  if (!views[0]) throw new AppError('not_found')
  return views[0]
}

/** Leaves out disbursements that are only proposed: they may never come. */
async function readOwnDisbursements(core: Core, awardIds: readonly string[]) {
  const found = await core.db
    .select()
    .from(disbursements)
    .where(and(inArray(disbursements.awardId, [...awardIds]), isReleased))
    .orderBy(asc(disbursements.proposedAt), asc(disbursements.id))
  return view(core, found)
}

const isReleased = and(ne(disbursements.state, 'proposed'), isNotNull(disbursements.releasedAt))

async function view({ db, keys, env, clock }: Core, found: readonly Disbursement[]) {
  const ids = found.map(({ id }) => id)
  const answers = await readAnswers(db, ids)
  const words = await readOwnWords(db, ids)
  return found.map((disbursement) => {
    const { id, kind, amount, item, state, releasedAt, sentOn, slip } = disbursement
    const last = answers.find(({ disbursementId }) => disbursementId === id)
    const showsSlip = slip !== null && ['released', 'sent', 'disputed'].includes(state)
    return {
      id,
      kind,
      amount,
      item,
      state,
      released_at: releasedAt,
      sent_on: sentOn,
      slip: showsSlip ? { number: slip, code: codeOf(keys, id) } : null,
      answer: last?.answer ?? null,
      answered_at: last?.createdAt ?? null,
      changeable_until: state === 'confirmed' ? changeableUntil(disbursement) : null,
      unanswered: isUnanswered(env, disbursement, clock.now()),
      words: words.get(id) ?? null,
    }
  })
}

/** Newest first. */
function readAnswers(db: Db, ids: readonly string[]) {
  return db
    .select()
    .from(confirmations)
    .where(inArray(confirmations.disbursementId, [...ids]))
    .orderBy(desc(confirmations.createdAt), desc(confirmations.id))
}

export const payoutsPart: AccountPart = {
  name: 'awards',
  async collect(db, userId) {
    const own = await db
      .select({ award: awards })
      .from(awards)
      .innerJoin(aidApplications, eq(aidApplications.id, awards.applicationId))
      .where(and(eq(aidApplications.userId, userId), isNotNull(awards.grantedAt)))
      .orderBy(asc(awards.proposedAt), asc(awards.id))
    const paid = await db
      .select()
      .from(disbursements)
      .where(
        and(
          inArray(
            disbursements.awardId,
            own.map(({ award }) => award.id),
          ),
          isReleased,
        ),
      )
      .orderBy(asc(disbursements.proposedAt), asc(disbursements.id))
    const answers = await readAnswers(
      db,
      paid.map(({ id }) => id),
    )
    return own.map(({ award }) => ({
      request: award.applicationId,
      amount: koboToNaira(award.amount),
      state: award.state,
      granted_at: award.grantedAt,
      payouts: paid
        .filter(({ awardId }) => awardId === award.id)
        .map(({ id, kind, amount, item, state, sentOn }) => ({
          kind,
          amount: koboToNaira(amount),
          item,
          state,
          handed_over_on: sentOn,
          answers: answers
            .filter(({ disbursementId }) => disbursementId === id)
            .map(({ answer, how, createdAt }) => ({ answer, how, answered_at: createdAt })),
        })),
    }))
  },
  // Their name is all that says who has it.
  async closingRefusal(tx, userId) {
    // No cash is drawn for them meanwhile.
    await tx.execute(sql`select from profiles where user_id = ${userId}::uuid for update`)
    const account = await findCashAccount(tx, userId)
    const held = account === null ? 0n : -(await lockBalance(tx, account))
    if (held === 0n) return null
    return `You hold ${formatNaira(koboToNaira(held))} of our cash. Pay it in, and have someone else record it.`
  },
  // After the requests, which are locked first everywhere.
  async erase(tx, userId, now) {
    await cancelUnreleased(tx, sql`user_id = ${userId}::uuid`, now)
  },
}
