/**
 * Top-ups of our own balance at the payment provider. The provider's line says only that money came, under a kind that is not documented,
 * and the bank's line that money left. Where one line of each, of the same amount, has no other choice, the top-up is booked (decision 0033).
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordDifferences } from '../differences/record.ts'
import { accounts } from '../ledger/accounts.ts'
import { postTransfers } from '../ledger/ledger.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { IS_EXPLAINED_LINE, NAME_OF_LINE } from './gaps.ts'
import { takeOnlyChoices } from './only-choices.ts'
import { balanceTopUps, bankMatches } from './schema.ts'

/** Money leaves the bank up to five days before it is at the provider, over a holiday; a line may be dated a day later. */
const DAYS_BEFORE = 5
const DAYS_AFTER = 1

const Candidate = z.object({
  line: z.string(),
  line_name: z.string(),
  /** The difference's id. */
  id: z.string(),
  movement: z.string(),
  amount: z.coerce.bigint(),
  occurred_at: z.coerce.date(),
})

/** Skips what two people have explained, on either side. The bank must be locked. @returns how many were booked */
export async function bookBalanceTopUps(tx: Tx, now: Date): Promise<number> {
  const found = await rows(
    tx,
    sql`select line.id::text as line, ${NAME_OF_LINE} as line_name, moved.id::text as id, moved.subject as movement,
               moved.provider::text as amount, moved.occurred_at
          from differences as moved join bank_lines as line
            on line.amount = -moved.provider
           and line.day between (moved.occurred_at at time zone 'UTC' + interval '1 hour')::date - ${DAYS_BEFORE}::int
                            and (moved.occurred_at at time zone 'UTC' + interval '1 hour')::date + ${DAYS_AFTER}::int
         where not line.unread and moved.kind = 'movement' and moved.state = 'open' and moved.ledger = 0 and moved.provider > 0 and moved.subject <> 'NGN'
           and not exists (select from bank_matches where undone_at is null and line_id = line.id)
           and not ${IS_EXPLAINED_LINE}
         order by moved.id, line.id for update of moved`,
    Candidate,
  )
  const topUps = takeOnlyChoices(found.map((each) => Object.assign(each, { key: each.id })))
  if (topUps.length === 0) return 0
  const keyOf = (id: string) => `balance_top_up:${id}`
  await tx.insert(balanceTopUps).values(
    topUps.map(({ id, movement, line_name: bankLine, amount, occurred_at: occurredAt }) => {
      return { id, movement, bankLine, amount, occurredAt, bookedAt: now }
    }),
  )
  const { provider, bank } = accounts
  await postTransfers(
    tx,
    topUps.map(({ id, amount, occurred_at: occurredAt }) => {
      return { key: keyOf(id), debit: provider, credit: bank, amount, purpose: 'balance_top_up', occurredAt }
    }),
    now,
  )
  await tx
    .insert(bankMatches)
    .values(topUps.map(({ line, id }) => ({ id: newId(), lineId: line, transferKey: keyOf(id), matchedAt: now })))
  const booked = new Set(topUps.map(({ movement }) => movement))
  await recordDifferences(tx, { kinds: ['movement'], found: [], isGone: ({ subject }) => booked.has(subject) }, now)
  return topUps.length
}
