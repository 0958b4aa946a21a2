/** Pays out as administrators do: gifts in the funds, an approved request, awards and disbursements through the API. */
import { sql, type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../contract/aid/payout-shapes.ts'
import { accounts } from '../../server/money/ledger/accounts.ts'
import { postTransfers } from '../../server/money/ledger/ledger.ts'
import { after, hours } from '../../server/platform/clock.ts'
import { onlyRow } from '../../server/platform/db/db.ts'
import { codeOf } from '../../server/platform/db/errors.ts'
import { newAdministrator, type Administrator } from './administering.ts'
import { addDocument, REQUEST, type Person } from './asking.ts'
import { insertEarlierDigests } from './earlier-digests.ts'
import { useGiving, type Giving } from './giving.ts'
import { newKey, type Answer, type TestServer } from './server.ts'

/** With the mark, so that an account of the applicant needs no comparison. */
const APPROVED = { status: 'approved', identity_checked: true }

const Award = z.custom<AwardJson>((value) => typeof value === 'object' && value !== null && 'payouts' in value)

export interface Payouts extends Giving {
  /** Gives to a fund and pays. Amounts in naira everywhere here. */
  fill(amount: number, fund?: string): Promise<void>
  administrators(...names: string[]): Promise<Administrator[]>
  /** Sends a request and approves it. @returns its id */
  approved(applicant: Person, by: Administrator, more?: object): Promise<string>
  propose(by: Administrator, requestId: string, amount: number, fund?: string): Promise<Answer>
  act(by: Administrator, path: string, body?: object): Promise<Answer>
  /** Proposes and grants an award. */
  granted(requestId: string, amount: number, by: readonly Administrator[], fund?: string): Promise<AwardJson>
  disburse(by: Administrator, awardId: string, amount: number, more?: object): Promise<Answer>
  /** Proposes and releases a disbursement. @returns its id */
  released(awardId: string, amount: number, by: readonly Administrator[], more?: object): Promise<string>
  handOver(by: Administrator, id: string, amount: number, more?: object): Promise<Answer>
  /** Passes a second step in this session, without an authenticator app. */
  passSecondStep(who: Administrator): Promise<void>
  /** Reads what a refused call must not change: every row of requests, of paying out and of the ledger. */
  everything(): Promise<unknown>
  /** The call is refused with this code, and changes none of them. */
  expectRefused: (call: () => Promise<Answer>, code: string) => Promise<void>
  /** @returns the code with which the database refuses a statement; undefined where it does not */
  refusedByDatabase: (statement: SQL) => Promise<string | undefined>
}

/** The award in an answer, which must have succeeded. */
export function awardIn(answer: Answer): AwardJson {
  expect([answer.status, answer.body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()])
  return Award.parse(answer.body)
}

/** The last payout of an award. */
export function lastOf({ payouts }: AwardJson) {
  const last = payouts.at(-1)
  if (!last) throw new Error('lastOf: the award has no payout')
  return last
}

export function usePayouts(env?: Record<string, string>): Payouts {
  const giving = useGiving(env)
  const act: Payouts['act'] = (by, path, body) => by.call('POST', `/api/admin${path}`, body, newKey())
  const propose: Payouts['propose'] = (by, requestId, amount, fund = 'school') =>
    act(by, `/applications/${requestId}/awards`, { amount, funds: [{ fund, amount }] })
  const disburse: Payouts['disburse'] = (by, awardId, amount, more = {}) =>
    act(by, `/awards/${awardId}/payouts`, { kind: 'manual_bank', amount, ...more })
  const everything = () =>
    onlyRow(
      giving.server.core.db,
      sql`select ${sql.join(
        [
          'aid_applications',
          'application_events',
          'awards',
          'award_funds',
          'disbursements',
          'disbursement_funds',
          'disbursement_evidence',
          'confirmations',
          'recipient_words',
          'payout_attempts',
          'payout_holds',
          'complaints',
          'cash_counts',
          'receiving_wishes',
          'cash_movements',
          'proposals',
          'proposal_approvals',
          'transfers',
          'outgoing_mail',
          'audit_events',
        ].map(
          (table) =>
            sql`(select coalesce(sum(hashtext(t::text)::bigint), 0)::text from ${sql.identifier(table)} t) as ${sql.identifier(table)}`,
        ),
        sql`, `,
      )}`,
      z.record(z.string(), z.string()),
    )
  const two = ([first, second]: readonly Administrator[]) => {
    if (!first || !second) throw new Error('two administrators are needed')
    return [first, second] as const
  }
  return {
    ...giving,
    get server() {
      return giving.server
    },
    async fill(amount, fund = 'school') {
      const gift = await giving.start(amount, fund)
      await giving.pay(gift.reference)
      expect(await giving.verify(gift)).toBe('success')
    },
    administrators: (...names) => Promise.all(names.map((name) => newAdministrator(giving.server, name))),
    async approved(applicant, by, more = {}) {
      const id = z.uuid().parse((await applicant.ask({ ...REQUEST, ...more })).body['id'])
      expect((await by.call('PATCH', `/api/admin/applications/${id}`, APPROVED)).status).toBe(200)
      return id
    },
    propose,
    act,
    async granted(requestId, amount, by, fund) {
      const [first, second] = two(by)
      const { id } = awardIn(await propose(first, requestId, amount, fund))
      return awardIn(await act(second, `/awards/${id}/grant`, { expected_state: 'proposed' }))
    },
    disburse,
    async released(awardId, amount, by, more) {
      const [first, second] = two(by)
      const { id } = lastOf(awardIn(await disburse(first, awardId, amount, more)))
      expect(lastOf(awardIn(await act(second, `/payouts/${id}/release`, { expected_state: 'proposed' }))).state).toBe(
        'released',
      )
      return id
    },
    async handOver(by, id, amount, more = {}) {
      const evidence = [await addDocument(giving.server, by.userId, `${crypto.randomUUID()}.pdf`)]
      // The day in Lagos.
      const on = after(giving.server.clock.now(), hours(1)).toISOString().slice(0, 10)
      return act(by, `/payouts/${id}/handed-over`, { expected_state: 'released', amount, on, evidence, ...more })
    },
    async passSecondStep({ userId }) {
      const timestamp = Math.floor(giving.server.clock.now().getTime() / 1000)
      const amr = JSON.stringify([{ method: 'totp', timestamp }])
      await giving.server.core.db.execute(
        sql`update sessions set amr = ${amr}::jsonb || amr where user_id = ${userId}::uuid`,
      )
    },
    everything,
    async expectRefused(call, code) {
      const before = await everything()
      expect((await call()).body).toMatchObject({ code })
      expect(await everything()).toEqual(before)
    },
    refusedByDatabase: (statement) =>
      giving.server.core.db.execute(statement).then(
        () => undefined,
        (fault: unknown) => codeOf(fault),
      ),
  }
}

/** Inserts a disbursement that two people handed over and that came back, so that the books balance. @returns its id */
export async function insertReturnedDisbursement(
  { core }: Pick<TestServer, 'core'>,
  requestId: string,
  [first, second]: readonly [{ userId: string }, { userId: string }],
): Promise<string> {
  const [award, id] = [crypto.randomUUID(), crypto.randomUUID()]
  await core.db.transaction(async (tx) => {
    await tx.execute(sql`update aid_applications set status = 'approved', decided_at = now() where id = ${requestId}`)
    await tx.execute(
      sql`insert into awards (id, application_id, amount, state, proposed_by, proposed_at, granted_by, granted_at, idempotency_key_hash, request_hash)
          values (${award}, ${requestId}, 12300, 'granted', ${first.userId}, now(), ${second.userId}, now(), '', '')`,
    )
    await tx.execute(
      sql`insert into award_funds (award_id, place, fund, amount, uncommitted) values (${award}, 0, 'school', 12300, 12300)`,
    )
    await tx.execute(
      sql`insert into disbursements (id, award_id, kind, amount, state, proposed_by, proposed_at, released_by, released_at, slip,
                                     code_hash, sent_on, sent_at, sent_by, returned, idempotency_key_hash, request_hash)
          values (${id}, ${award}, 'manual_bank', 12300, 'sent', ${first.userId}, now(), ${second.userId}, now(), '00000000',
                  '', '2026-01-15', now(), ${second.userId}, 12300, '', '')`,
    )
    await tx.execute(
      sql`insert into disbursement_funds (disbursement_id, fund, amount, returned) values (${id}, 'school', 12300, 12300)`,
    )
    await insertEarlierDigests(tx)
    const { bank, paidOut } = accounts
    const [fund, promised, disbursed] = ['fund:school', 'committed:school', 'disbursed:school'] as const
    const now = core.clock.now()
    const entries = [
      { key: `commit:${award}:school`, debit: fund, credit: promised, purpose: 'commit' },
      { key: `handover:${id}:school`, debit: promised, credit: disbursed, purpose: 'handover' },
      { key: `handover:${id}`, debit: paidOut, credit: bank, purpose: 'handover' },
      { key: `return:${id}:1:school`, debit: disbursed, credit: promised, purpose: 'return' },
      { key: `return:${id}:1`, debit: bank, credit: paidOut, purpose: 'return' },
      { key: `uncommit:${award}:school:1`, debit: promised, credit: fund, purpose: 'uncommit' },
    ] as const
    await postTransfers(
      tx,
      entries.map(({ key, debit, credit, purpose }) => ({
        key,
        debit,
        credit,
        purpose,
        amount: 12_300n,
        occurredAt: now,
      })),
      now,
    )
  })
  return id
}
