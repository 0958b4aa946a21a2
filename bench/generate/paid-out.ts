/** Payouts that have ended, as the product would have stored and booked them: half by transfers of the provider, half in goods from the bank. */
import type { BenchDatabase } from '../bench.ts'
import { fill, fillTables, idOf, momentOf } from './fill.ts'
import { GIFT, updateBalances } from './money.ts'

export const GIFTS_A_PAYOUT = 10
/** In kobo. */
const AMOUNT = 1_000_000
const FEE = 2500
const EACH = 'from generate_series($1::bigint, $2::bigint) as n'
const IS_BANK = 'n % 2 = 0'
const AWARD = idOf('d')
const PAYOUT = idOf('e')
const PAYEE = idOf('8')
const REFERENCE = `('pay-' || substr(md5('pay' || n), 1, 26))`
const [FIRST, SECOND] = [idOf('a', '0'), idOf('a', '1')]

const accountOf = (code: string) => `(select id from ledger_accounts where code = ${code})`
const ofFund = (kind: string) => accountOf(`'${kind}:' || ${GIFT.fund}`)

/**
 * One award and one payout of one fund each. The gifts must be there: they pay.
 * @param areCounted whether gifts are counted towards them already, or wait for that; the counted sums themselves are not made
 */
export async function generatePaidOut(database: BenchDatabase, payouts: number, areCounted: boolean): Promise<void> {
  const tables = [
    'payees',
    'awards',
    'award_funds',
    'disbursements',
    'disbursement_funds',
    'payout_attempts',
    'transfers',
  ]
  await fillTables(database, tables, async (client) => {
    for (const insert of [...rowsOf(momentOf(payouts), areCounted ? AMOUNT : 0), transfersOf(momentOf(payouts))])
      await fill(client, { rows: payouts, insert })
  })
  await updateBalances(database)
}

function rowsOf(moment: string, counted: number): string[] {
  return [
    `insert into payees (id, kind, application_id, bank_code, bank_name, account_encrypted, account_hmac, account_ending, resolved_name, match,
                         shared, recipient_code, usable_from, proposed_by, created_at)
     select ${PAYEE}, 'applicant', ${idOf('c')}, '058', 'Guaranty Trust Bank', int8send(n), int8send(n), lpad((n % 10000)::text, 4, '0'),
            'AMINA YUSUF', 'match', false, 'RCP_' || n, ${moment}, ${FIRST}, ${moment} ${EACH} where ${IS_BANK}`,
    `insert into awards (id, application_id, amount, in_payouts, state, proposed_by, proposed_at, granted_by, granted_at, ended_at,
                         idempotency_key_hash, request_hash)
     select ${AWARD}, ${idOf('c')}, ${AMOUNT}, ${AMOUNT}, 'closed', ${FIRST}, ${moment}, ${SECOND}, ${moment}, ${moment}, int8send(n),
            int8send(n) ${EACH}`,
    `insert into award_funds (award_id, place, fund, amount) select ${AWARD}, 0, ${GIFT.fund}, ${AMOUNT} ${EACH}`,
    `insert into disbursements (id, award_id, kind, item, amount, state, proposed_by, proposed_at, released_by, released_at, slip,
                                code_hash, sent_on, sent_at, sent_by, ended_at, payee_id, idempotency_key_hash, request_hash)
     select ${PAYOUT}, ${AWARD}, case when ${IS_BANK} then 'bank' else 'goods' end, case when not ${IS_BANK} then '2 bags of rice' end,
            ${AMOUNT}, 'confirmed', ${FIRST}, ${moment}, ${SECOND}, ${moment}, lpad(translate(upper(to_hex(n)), 'ILOU', ''), 8, '0'),
            int8send(n), (${moment})::date, ${moment}, case when not ${IS_BANK} then ${SECOND} end, ${moment}, case when ${IS_BANK} then ${PAYEE} end, int8send(n), int8send(n) ${EACH}`,
    `insert into disbursement_funds (disbursement_id, fund, amount, counted) select ${PAYOUT}, ${GIFT.fund}, ${AMOUNT}, ${counted} ${EACH}`,
    `insert into payout_attempts (id, disbursement_id, reference, amount, recipient_code, state, posted_at, posts, booked_at, fee, fee_fund,
                                  started_by, created_at, ended_at)
     select ${idOf('7')}, ${PAYOUT}, ${REFERENCE}, ${AMOUNT}, 'RCP_' || n, 'success', ${moment}, 1, ${moment}, ${FEE}, ${GIFT.fund}, ${SECOND},
            ${moment}, ${moment} ${EACH} where ${IS_BANK}`,
  ]
}

function transfersOf(moment: string): string {
  const of = (
    kind: string,
    key: string,
    [debit, credit]: [string, string],
    purpose: string,
    where: string,
    amount = AMOUNT,
  ) =>
    `select ${idOf(kind)}, ${key}, ${debit}, ${credit}, ${amount}, '${purpose}', 0, ${moment}, ${moment} ${EACH} where ${where}`
  const paidOut = accountOf("'paid_out'")
  const transit = accountOf("'transit'")
  const provider = accountOf("'provider'")
  const toPerson: [string, string] = [ofFund('committed'), ofFund('disbursed')]
  return `insert into transfers (id, key, debit_account, credit_account, amount, purpose, gifts, occurred_at, recorded_at) ${[
    of('0', `'commit:' || ${AWARD} || ':' || ${GIFT.fund}`, [ofFund('fund'), ofFund('committed')], 'commit', 'true'),
    of('1', `'handover:' || ${PAYOUT} || ':' || ${GIFT.fund}`, toPerson, 'handover', `not ${IS_BANK}`),
    of('2', `'handover:' || ${PAYOUT}`, [paidOut, accountOf("'bank'")], 'handover', `not ${IS_BANK}`),
    of('3', `'disburse:' || ${PAYOUT} || ':' || ${GIFT.fund}`, toPerson, 'disburse', IS_BANK),
    of('5', `'disburse:' || ${PAYOUT}`, [paidOut, transit], 'disburse', IS_BANK),
    of('6', `'payout:' || ${REFERENCE}`, [transit, provider], 'payout', IS_BANK),
    of('7', `'payout:' || ${REFERENCE} || ':fee'`, [ofFund('fees'), provider], 'payout', IS_BANK, FEE),
  ].join(' union all ')}`
}
