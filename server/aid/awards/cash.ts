/** The cash that administrators hold for handing over. Another person than the holder records what is drawn and paid in. */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { CASH_DIRECTIONS } from '../../../contract/aid/payout-fields.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { keepDigest } from '../../record/audit/act-digests.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { joinPerson, PERSON_EMAIL, PERSON_NAME, readPeople } from '../../people/sign-in/people.ts'
import { accounts } from '../../money/ledger/accounts.ts'
import { lockBalance, openCashAccount, postTransfers } from '../../money/ledger/ledger.ts'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { listOpenProposals } from '../../record/two-person/proposals.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { lockStaffAmong, withDuty } from '../../record/profiles/profiles.ts'
import { CASH } from './acts.ts'
import { momentOf, requirePast } from './days.ts'
import { COUNTS } from './proposal-kinds.ts'
import { cashCounts, cashMovements } from './schema.ts'

export interface CashMovement {
  readonly holder: string
  readonly direction: (typeof CASH_DIRECTIONS)[number]
  /** In kobo. */
  readonly amount: Kobo
  /** The balance of the holder that the caller saw, in kobo. Refuses the act if it changed. */
  readonly expectedHeld?: Kobo | undefined
  /** The day in Lagos. */
  readonly on: string
  readonly idempotencyKey: string
}

/**
 * Records cash that was drawn from the bank for someone who handles money, or that they paid in again, also when they no longer do.
 * @throws AppError `not_found` (they do not handle money), `second_administrator_needed` (the holder themselves), `cash_short`,
 *   `already_decided` (they hold another amount by now), `invalid_input` (a date in the future), `idempotency_key_reused`
 */
export async function moveCash(core: Core, by: Administering, movement: CashMovement) {
  const { holder, direction, amount, on } = movement
  const now = core.clock.now()
  requirePast(on, null, now)
  if (holder === by.userId) throw new AppError('second_administrator_needed')
  const idempotencyKeyHash = sha256(movement.idempotencyKey)
  const requestHash = sha256(JSON.stringify([holder, direction, String(amount), on]))
  await core.db.transaction(async (tx) => {
    const handling = (await lockStaffAmong(tx, [holder, by.userId]))('handle_money')
    if (!handling.includes(by.userId)) throw new AppError('forbidden')
    if (direction === 'drawn' && !handling.includes(holder))
      throw new AppError('not_found', { detail: 'This person does not handle money.' })
    if (!(await holdsCash(tx, holder)) && direction === 'paid_in') throw new AppError('cash_short')
    const account = await openCashAccount(tx, holder)
    const held = -(await lockBalance(tx, account))
    const id = newId()
    const [added] = await tx
      .insert(cashMovements)
      .values({
        id,
        holder,
        direction,
        amount,
        movedOn: on,
        recordedBy: by.userId,
        createdAt: now,
        idempotencyKeyHash,
        requestHash,
      })
      .onConflictDoNothing()
      .returning()
    if (!added) {
      const [earlier] = await tx
        .select()
        .from(cashMovements)
        .where(and(eq(cashMovements.recordedBy, by.userId), eq(cashMovements.idempotencyKeyHash, idempotencyKeyHash)))
      invariant(earlier, 'a used key has its movement')
      if (!earlier.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
      return
    }
    if (movement.expectedHeld !== undefined && movement.expectedHeld !== held)
      throw new AppError('already_decided', {
        detail: 'Their cash moved in the meantime. See whether this was recorded already.',
      })
    if (direction === 'paid_in' && amount > held) throw new AppError('cash_short')
    const drawn = { debit: account, credit: accounts.bank }
    const transfer = direction === 'drawn' ? drawn : { debit: drawn.credit, credit: drawn.debit }
    await postTransfers(
      tx,
      [{ ...transfer, key: `float:${id}`, amount, purpose: 'float', occurredAt: momentOf(on, now) }],
      now,
    )
    await keepDigest(core, tx, CASH, id)
    const audited = { subject: 'cash', subjectId: id, personId: holder, after: { state: direction } } as const
    await recordAudit(tx, { by, action: 'cash.moved', ...audited }, now)
  })
  return readCashOf(core, by.userId, holder)
}

/** Reads the cash that one person holds. They must have held cash before. */
export async function readCashOf(core: Core, userId: string, holder: string) {
  const found = (await readCash(core, userId)).find((each) => each.holder.user_id === holder)
  invariant(found, 'a person with a movement is a holder')
  return found
}

async function holdsCash(tx: Tx, holder: string): Promise<boolean> {
  const found = await rows(tx, sql`select from ledger_accounts where code = ${`cash:${holder}`}`, z.unknown())
  return found.length > 0
}

const LastCount = z.object({
  holder: z.string(),
  counted: z.coerce.bigint(),
  booked: z.coerce.bigint(),
  counted_at: z.coerce.date(),
})
const HolderRow = z.object({
  user_id: z.string(),
  full_name: z.string(),
  email: z.string(),
  amount: z.coerce.bigint(),
  moved_at: z.coerce.date().nullable(),
})

/** Cash of a person by the books, in kobo. */
export const heldBy = (holder: SQL) => sql`coalesce((
  select -sum(kept.balance) from ledger_accounts as account join ledger_balances as kept on kept.account_id = account.id
   where account.code = 'cash:' || ${holder}), 0)`

/**
 * Everyone who handles money, and everyone who has ever held cash, by name, with what they hold in kobo and its counts.
 * @param userId who reads it
 */
export async function readCash({ db, clock }: Core, userId: string) {
  const found = await rows(
    db,
    sql`select holder.user_id::text, ${PERSON_NAME} as full_name, ${PERSON_EMAIL} as email,
               ${heldBy(sql`holder.user_id`)}::text as amount,
               (select max(created_at) from cash_movements where cash_movements.holder = holder.user_id) as moved_at
          from (select user_id from profiles where ${withDuty('handle_money')} union select holder from cash_movements) as holder
               ${joinPerson(sql`holder.user_id`)}
         order by 2, 1`,
    HolderRow,
  )
  const open = await readOpenCounts(db, clock.now())
  const last = await rows(
    db,
    sql`select distinct on (holder) holder::text, counted::text, booked::text, decided_at as counted_at
          from cash_counts join proposals on proposals.id = cash_counts.id
         where proposals.state = 'confirmed' order by holder, decided_at desc, cash_counts.id desc`,
    LastCount,
  )
  return found.map(({ user_id, full_name, email, amount, moved_at }) => {
    const counted = last.find(({ holder }) => holder === user_id)
    const count = open(user_id)
    return {
      holder: { user_id, full_name, email },
      amount,
      moved_at,
      count: count && {
        ...viewProposal(count.proposal, count.people, userId, { isOver: count.booked !== amount }),
        counted: count.counted,
        booked: count.booked,
      },
      last_count: counted ? { counted: counted.counted, booked: counted.booked, counted_at: counted.counted_at } : null,
    }
  })
}

/** The counts that wait for a second person, by holder. */
async function readOpenCounts(db: Db, now: Date) {
  const open = await listOpenProposals(db, COUNTS, now)
  const ids = open.map(({ id }) => id)
  const counts = await db.select().from(cashCounts).where(inArray(cashCounts.id, ids))
  const people = await readPeople(
    db,
    open.map(({ proposedBy }) => proposedBy),
  )
  return (holder: string) => {
    const proposal = open.find(({ subjectId }) => subjectId === holder)
    const count = counts.find(({ id }) => id === proposal?.id)
    return proposal && count ? { proposal, people, counted: count.counted, booked: count.booked } : null
  }
}
