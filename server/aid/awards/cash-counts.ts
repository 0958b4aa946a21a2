/** Counts of the cash that a person holds. One person records a count, a second one confirms it, and what is missing or too much is booked. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { cashCountEndpoints } from '../../../contract/aid/cash-counts.ts'
import { keepDigest } from '../../record/audit/act-digests.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { administering, type Administering } from '../../record/audit/audit.ts'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import { personIn, readPeople } from '../../people/sign-in/people.ts'
import { accounts } from '../../money/ledger/accounts.ts'
import { findCashAccount, lockBalance, postTransfers } from '../../money/ledger/ledger.ts'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { propose } from '../../record/two-person/proposals.ts'
import { COUNT } from './acts.ts'
import { heldBy, readCashOf } from './cash.ts'
import { COUNTS } from './proposal-kinds.ts'
import { cashCounts } from './schema.ts'

export interface NewCount {
  readonly holder: string
  /** In kobo. */
  readonly counted: Kobo
  /** Why it differs from the books. */
  readonly reason: string | undefined
  readonly idempotencyKey: string
}

/** A proposal has a reason. */
const AS_BOOKED = 'Counted: as in the books.'

export function cashCountRoutes(core: Core) {
  return serveEndpoints(core, cashCountEndpoints, {
    'POST /api/admin/cash/counts': async (call) => {
      await countCash(core, administering(call), {
        reason: undefined,
        ...call.body,
        idempotencyKey: call.idempotencyKey,
      })
      return readCashOf(core, call.caller.userId, call.body.holder)
    },
  })
}

/**
 * Records a count, which books nothing yet. The same Idempotency-Key finds the same one.
 * @throws AppError `not_found` (this person never held cash), `invalid_input` (it differs, without a reason), `already_proposed`,
 *   `idempotency_key_reused`
 */
export async function countCash(core: Core, by: Administering, count: NewCount): Promise<void> {
  const { holder, counted } = count
  const now = core.clock.now()
  const idempotencyKeyHash = sha256(count.idempotencyKey)
  const requestHash = sha256(JSON.stringify([holder, String(counted), count.reason ?? '']))
  await core.db.transaction(async (tx) => {
    const booked = await lockHeld(tx, holder)
    const [earlier] = await tx
      .select()
      .from(cashCounts)
      .where(and(eq(cashCounts.recordedBy, by.userId), eq(cashCounts.idempotencyKeyHash, idempotencyKeyHash)))
    if (earlier && !earlier.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
    if (earlier) return
    const reason = count.reason || (counted === booked ? AS_BOOKED : '')
    if (reason === '') {
      const message = 'This is not what the books say. Write why.'
      throw new AppError('invalid_input', { fields: [{ field: 'reason', message }] })
    }
    const about = { subjectId: holder, personId: holder, after: { state: 'proposed' } }
    const { id } = await propose(tx, COUNTS, by, { subjectId: holder, choice: 'count', reason }, about, now)
    const row = { id, holder, counted, booked, createdAt: now, idempotencyKeyHash, requestHash, recordedBy: by.userId }
    await tx.insert(cashCounts).values(row)
    await keepDigest(core, tx, COUNT, id)
  })
}

/** Books a count: missing cash goes from the holder to `counted`, surplus the other way. */
export const countDecision = (core: Core) =>
  decisionKind(core, {
    ...COUNTS,
    async lock({ tx }, { id, subjectId: holder }) {
      const held = await lockHeld(tx, holder)
      const [count] = await tx.select().from(cashCounts).where(eq(cashCounts.id, id))
      invariant(count, 'a proposed count has its amounts')
      return { held, count }
    },
    refuse(_step, { held, count }) {
      if (held !== count.booked)
        throw new AppError('already_decided', {
          detail: 'Cash moved since it was counted. Withdraw this count, and count again.',
        })
    },
    about: (_subject, { subjectId }) => aboutCash(subjectId, 'confirmed'),
    carryOut: ({ tx, now }, { held, count }, { id, subjectId }) => post(tx, subjectId, id, count.counted - held, now),
    withdraw: (_step, { subjectId }) => aboutCash(subjectId, 'withdrawn'),
    // Their holder may have closed the account, or cash have moved.
    over: () => sql`not exists (
      select from users join cash_counts on cash_counts.id = proposals.id
       where users.id = proposals.subject_id and closed_at is null and booked = ${heldBy(sql`users.id`)})`,
    async view(db, counts) {
      const ids = counts.map(({ id }) => id)
      const found = await db.select().from(cashCounts).where(inArray(cashCounts.id, ids))
      const people = await readPeople(
        db,
        found.map(({ holder }) => holder),
      )
      return new Map(
        found.map(({ id, holder, booked, counted }) => {
          const { full_name: name, email } = personIn(people, holder)
          return [id, { subject: name || email, amounts: [{ name: 'cash' as const, before: booked, after: counted }] }]
        }),
      )
    },
  })

const aboutCash = (holder: string, state: string) => ({
  subjectId: holder,
  personId: holder,
  before: { state: 'proposed' },
  after: { state },
})

/**
 * Locks what the books say that a person holds, so that no cash moves meanwhile.
 * @throws AppError `not_found`: they never held cash, or have closed their account, after which nothing says who has it
 */
async function lockHeld(tx: Tx, holder: string): Promise<Kobo> {
  if (!(await lockOpenAccount(tx, holder, 'key share')))
    throw new AppError('not_found', { detail: 'This person has closed their account.' })
  return -(await lockBalance(tx, await cashOf(tx, holder)))
}

async function cashOf(tx: Tx, holder: string): Promise<bigint> {
  const account = await findCashAccount(tx, holder)
  if (account === null) throw new AppError('not_found', { detail: 'This person has never held cash.' })
  return account
}

async function post(tx: Tx, holder: string, id: string, difference: Kobo, now: Date): Promise<void> {
  if (difference === 0n) return
  const cash = await cashOf(tx, holder)
  const { counted } = accounts
  const sides = difference > 0n ? { debit: cash, credit: counted } : { debit: counted, credit: cash }
  const amount = difference > 0n ? difference : -difference
  await postTransfers(tx, [{ ...sides, key: `count:${id}`, amount, purpose: 'count', occurredAt: now }], now)
}
