/** Approved requests with applicants of their own, and awards and bank payments of them: made by the product's own functions. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Core } from '../../server/platform/core.ts'
import { createBankList } from '../../server/aid/payees/accounts.ts'
import { nameOwnPayee } from '../../server/aid/payees/own-payees.ts'
import { createPaystackTransfers } from '../../server/money/payments/paystack-transfers.ts'
import { proposeAward } from '../../server/aid/awards/proposing.ts'
import { releaseDisbursement } from '../../server/aid/awards/releases.ts'
import type { BenchDatabase } from '../bench.ts'
import { PAYMENT } from '../payout-flows.ts'
import type { Own } from '../people.ts'
import { fill, fillTables, idOf, momentOf } from './fill.ts'
import { generatePeople } from './people.ts'

const EACH = 'from generate_series($1::bigint, $2::bigint) as n'
const AT_ONCE = 8
const FIRST_APPLICANT = 2

/** Two administrators, and for each request an applicant with a proven address. */
export async function generateApproved(database: BenchDatabase, requests: number): Promise<void> {
  await generatePeople(database, requests + FIRST_APPLICANT)
  await database.pool.query(`update users set email_proven_at = created_at`)
  await database.pool.query(`update profiles set full_name = 'Amina Yusuf'`)
  await database.pool.query(
    `update profiles set role = 'admin', staff_roles = '{administrator}' where user_id = ${idOf('a', '0')}`,
  )
  await database.pool.query(
    `update profiles set is_approved = true, marked_by = ${idOf('a', '0')}, marked_at = now() where user_id <> ${idOf('a', '0')}`,
  )
  await fillTables(database, ['aid_applications'], (client) =>
    fill(client, {
      rows: requests,
      insert: `insert into aid_applications (id, user_id, beneficiary_id, application_type, description, amount_requested, location, urgency,
                                             status, idempotency_key_hash, request_hash, created_at, decided_at)
        select ${idOf('c')}, ${idOf('a', `(n + ${FIRST_APPLICANT - 1})`)}, ${idOf('b', `(n + ${FIRST_APPLICANT - 1})`)}, 'schoolfees',
               'School fees for two children.', 100000, 'Kaduna', 'medium', 'approved', int8send(n), int8send(n), ${momentOf(requests)},
               ${momentOf(requests)} ${EACH}`,
    }),
  )
}

const REQUESTS = `select application.id::text as request, application.user_id::text as applicant,
    application.beneficiary_id::text as beneficiary, users.email
  from aid_applications as application join users on users.id = application.user_id order by application.id`
const PAYMENTS = `select attempt.id::text as attempt, attempt.reference, attempt.recipient_code as recipient,
    disbursement.id::text as disbursement, disbursement.payee_id::text as payee, award.id::text as award,
    application.id::text as request, application.user_id::text as applicant, application.beneficiary_id::text as beneficiary, users.email
  from payout_attempts as attempt join disbursements as disbursement on disbursement.id = attempt.disbursement_id
  join awards as award on award.id = disbursement.award_id join aid_applications as application on application.id = award.application_id
  join users on users.id = application.user_id order by attempt.id`
const Owns = z.array(z.record(z.string(), z.string()))

/** The requests without an award. */
export async function readRequests({ pool }: BenchDatabase): Promise<Own[]> {
  return Owns.parse((await pool.query(REQUESTS)).rows)
}

export interface Staff {
  readonly userId: string
  readonly sessionId: string
}

/** Gives each request an award and a bank payment that the provider has taken. @returns the payments */
export async function generateSent(
  core: Core,
  { pool }: BenchDatabase,
  requests: readonly Own[],
  [first, second]: readonly [Staff, Staff],
): Promise<Own[]> {
  const { baseUrl = '', secretKey = '' } = core.env.paystack
  const transfers = createPaystackTransfers(
    {
      baseUrl,
      secretKey,
      metrics: core.metrics,
      clock: core.clock,
    },
    () => 'bench',
  )
  const payees = { ...core, transfers, banks: createBankList(core, transfers) }
  const proposer = { userId: first.userId, role: 'admin', requestId: 'bench' } as const
  const approver = { ...proposer, ...second }
  const amount = BigInt(PAYMENT) * 100n
  const left = requests.values()
  const work = async () => {
    for (const { request = '', applicant = '' } of left) {
      const accountNumber = numberOf(request)
      await nameOwnPayee(payees, applicant, request, { bankCode: '058', accountNumber, accountName: 'YUSUF AMINA' })
      const award = await proposeAward(core, proposer, request, {
        amount,
        funds: [{ fund: 'school', amount }],
        payout: { kind: 'bank', item: null, payee: null },
        idempotencyKey: crypto.randomUUID(),
      })
      const { rows: made } = await pool.query<object>(`select id from disbursements where award_id = $1`, [award])
      const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(made)
      await releaseDisbursement(core, approver, id, async () => {})
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const payments = Owns.parse((await pool.query(PAYMENTS)).rows)
  for (const { reference = '', recipient: recipientCode = '' } of payments)
    await transfers.transfer({ amount, recipientCode, reference })
  await pool.query(
    `update payout_attempts set state = 'open', posted_at = created_at, posts = 1, provider_status = 'pending',
            transfer_code = 'TRF_' || reference, next_check_at = now() + interval '1 day'`,
  )
  return payments
}

const numberOf = (request: string) =>
  String(createHash('sha256').update(request).digest().readUIntBE(0, 6)).padStart(10, '0').slice(-10)
