/** Checks which gifts are counted towards which payments: each kobo of a gift at most once, and no payment more than it was. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Difference } from '../../money/ledger/self-check.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { inOneSnapshot, piecesOf, READING, type Piece, type Reading } from '../../platform/db/pieces.ts'

const Compared = z.object({
  what: z.string(),
  expected: z.string(),
  found: z.string(),
  amount: z.coerce.bigint(),
})

/** Compares gifts with what is counted of them. A sum that ten households do not share yet may wait; nothing else may differ. */
export async function compareAllocations(db: Db | Tx, reading: Reading = READING): Promise<Difference[]> {
  const found: Difference[] = []
  for await (const isIn of piecesOf(db, 'gift_lots', 'donation_id', reading))
    found.push(...(await inOneSnapshot(db, (tx) => rows(tx, ofGifts(isIn), Compared))))
  for await (const isIn of piecesOf(db, 'allocations', 'disbursement_id', reading))
    found.push(...(await inOneSnapshot(db, (tx) => rows(tx, ofPayments(isIn), Compared))))
  return found
}

/** Compares a range of gifts with their allocations, and the funds of both. */
const ofGifts = (isIn: Piece) => sql`
  with recursive counted as (select donation_id, sum(amount) as amount from allocations where ${isIn('donation_id')} group by donation_id),
        lots as materialized (select * from gift_lots where ${isIn('donation_id')}),
        wrong as (select 'gift_lots ' || lot.donation_id as what,
                        gift.amount || ' kobo of ' || gift.donation_type || ', ' || coalesce(counted.amount, 0) || ' counted' as expected,
                        lot.amount || ' kobo of ' || lot.fund || ', ' || lot.spent || ' counted' as found,
                        coalesce(counted.amount, 0) - lot.spent as amount
                   from lots as lot join (select * from donations where ${isIn('id')}) as gift on gift.id = lot.donation_id
                   left join counted on counted.donation_id = lot.donation_id
                  where (lot.amount, lot.fund, lot.spent) is distinct from (gift.amount, gift.donation_type, coalesce(counted.amount, 0))),
        -- Each fund, with those in which its gifts went on.
        ways as (select name as fund, name as queue from funds
                 union select ways.fund, move.target from ways join fund_moves as move on move.source = ways.queue and taken_back_of is null),
        strays as (select 'gift_lots ' || lot.donation_id as what, 'a gift of ' || lot.fund as expected,
                          'goes on in ' || coalesce(lot.goes_on_in, lot.fund) || ', counted towards ' || coalesce(made.fund, 'nothing') as found,
                          coalesce(made.amount, 0) as amount
                     from lots as lot
                     left join (select donation_id, fund, sum(amount) as amount from allocations where ${isIn('donation_id')} group by 1, 2) as made
                       on made.donation_id = lot.donation_id and made.fund <> lot.fund
                    where not exists (select from ways where ways.fund = lot.fund and ways.queue = coalesce(lot.goes_on_in, lot.fund))
                       or made.fund is not null and not exists (
                            select from ways join ways as theirs on theirs.queue = ways.queue
                             where ways.fund = lot.fund and theirs.fund = made.fund))
        select what, expected, found, amount::text from wrong union all select what, expected, found, amount::text from strays`

/** Compares a range of payouts with their allocations. */
const ofPayments = (isIn: Piece) => sql`
  with shares as (select disbursement_id, fund, sum(amount) as amount from allocations where ${isIn('disbursement_id')} group by 1, 2),
        payments as (select 'allocations of disbursement ' || coalesce(shares.disbursement_id, share.disbursement_id) || ' from ' || coalesce(shares.fund, share.fund) as what,
                            'at most ' || coalesce(share.amount, 0) || ' kobo' as expected, coalesce(shares.amount, 0) || ' kobo' as found,
                            coalesce(share.amount, 0) - coalesce(shares.amount, 0) as amount
                       from shares full join (select * from disbursement_funds where counted > 0 and ${isIn('disbursement_id')}) as share
                         on share.disbursement_id = shares.disbursement_id and share.fund = shares.fund
                      where coalesce(shares.amount, 0) not between 0 and coalesce(share.amount, 0)
                         or coalesce(shares.amount, 0) <> coalesce(share.counted, 0))
        select what, expected, found, amount::text from payments`
