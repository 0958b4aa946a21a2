/** Awards with ten payments each. Those of the newest awards wait, in five states; all others were confirmed, and their awards are closed. */
import type { BenchDatabase } from '../bench.ts'
import { fill, fillTables, idOf, momentOf } from './fill.ts'

const EACH = 'from generate_series($1::bigint, $2::bigint) as n'
const PER_AWARD = 10
/** In kobo. */
const PAYMENT = 100_000
const [PROPOSER, RELEASER] = [idOf('a', '1'), idOf('a', '0')]

export interface Payments {
  readonly disbursements: number
  /** How many of them wait. */
  readonly waiting: number
}

/** For the first requests, one for each award. */
export function generatePayments(database: BenchDatabase, { disbursements, waiting }: Payments): Promise<void> {
  const awards = disbursements / PER_AWARD
  const open = `n > ${awards - waiting / PER_AWARD}`
  const waits = `n > ${disbursements - waiting}`
  const [granted, moment] = [momentOf(awards), momentOf(disbursements)]
  const state = `case when ${waits} then (array['proposed', 'released', 'sent', 'sent', 'disputed'])[1 + n % 5] else 'confirmed' end`
  // One of the two that were sent has waited for a month.
  const sent = `case when not ${waits} or n % 5 > 1 then ${moment} - case when n % 5 = 2 then interval '31 days' else interval '0' end end`
  const released = `not ${waits} or n % 5 > 0`
  return fillTables(database, ['awards', 'disbursements'], async (client) => {
    await fill(client, {
      rows: awards,
      insert: `insert into awards (id, application_id, amount, in_payouts, state, proposed_by, proposed_at, granted_by, granted_at, ended_at,
                                   idempotency_key_hash, request_hash)
        select ${idOf('d')}, ${idOf('c')}, ${(PER_AWARD + 1) * PAYMENT}, ${PER_AWARD * PAYMENT}, case when ${open} then 'granted' else 'closed' end,
               ${PROPOSER}, ${granted}, ${RELEASER}, ${granted}, case when ${open} then null else ${granted} end, int8send(n), '' ${EACH}`,
    })
    await fill(client, {
      rows: disbursements,
      insert: `insert into disbursements (id, award_id, kind, amount, state, proposed_by, proposed_at, released_by, released_at, slip, code_hash,
                                          sent_on, sent_at, sent_by, ended_at, idempotency_key_hash, request_hash)
        select ${idOf('e')}, ${idOf('d', `(1 + (n - 1) / ${PER_AWARD})`)}, 'manual_bank', ${PAYMENT}, ${state}, ${PROPOSER}, ${moment},
               case when ${released} then ${RELEASER} end, case when ${released} then ${moment} end,
               case when ${released} then upper(lpad(to_hex(n), 8, '0')) end, case when ${released} then '\\x00'::bytea end,
               (${sent})::date, ${sent}, case when ${sent} is not null then ${RELEASER} end,
               case when not ${waits} then ${moment} end, int8send(n), '' ${EACH}`,
    })
  })
}
