/** Releases and transfers follow the agreement of two people: SQL that changes it afterwards, with the triggers off, is detected. */
import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newPerson } from '../../../test/support/asking.ts'
import { answerAbout } from '../../../test/support/administering.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../test/support/promised.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const JOBS = /^(payouts|payments|sandbox)/

const payouts = usePayouts()
const RELEASE = { expected_state: 'proposed' }

const forge = (statement: SQL) =>
  payouts.server.core.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(statement)
    await tx.execute(sql`set local session_replication_role = origin`)
  })
const transfersMade = () =>
  rows(payouts.server.core.db, sql`select reference from sandbox_transfers`, z.object({ reference: z.string() }))

/** Each change of what was agreed on, and how it is put back. */
const CHANGES: Readonly<Record<string, readonly [SQL, SQL]>> = {
  'the recipient of the provider': [
    sql`update payees set recipient_code = recipient_code || 'x'`,
    sql`update payees set recipient_code = left(recipient_code, -1)`,
  ],
  'the bank': [
    sql`update payees set bank_code = bank_code || '9'`,
    sql`update payees set bank_code = left(bank_code, -1)`,
  ],
  'the keyed hash of the account': [
    sql`update payees set account_hmac = account_hmac || decode('00', 'hex')`,
    sql`update payees set account_hmac = substr(account_hmac, 1, length(account_hmac) - 1)`,
  ],
  'the amount': [sql`update disbursements set amount = amount * 5`, sql`update disbursements set amount = amount / 5`],
  'the funds': [sql`update award_funds set fund = 'general'`, sql`update award_funds set fund = 'school'`],
  'the digest itself': [
    sql`update act_digests set digest = set_byte(digest, 0, 255 - get_byte(digest, 0)) where kind = 'payment'`,
    sql`update act_digests set digest = set_byte(digest, 0, 255 - get_byte(digest, 0)) where kind = 'payment'`,
  ],
}

test('a payment of which something changed after it was proposed is not released, until it is as it was', async () => {
  const { halima, musa, award } = await promiseToAccount(payouts)
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 2_000, { kind: 'bank' })))
  const release = () => payouts.act(musa, `/payouts/${id}/release`, RELEASE)
  for (const [what, [change, back]] of Object.entries(CHANGES)) {
    await forge(change)
    expect([what, (await release()).body['code']]).toEqual([what, 'proposal_lapsed'])
    await forge(back)
  }
  const thief = await newPerson(payouts.server, 'thief')
  const owner = (userId: string) =>
    sql`update aid_applications set user_id = ${userId}::uuid where id = ${award.application_id}::uuid`
  const [before] = await rows(
    payouts.server.core.db,
    sql`select user_id::text from aid_applications where id = ${award.application_id}::uuid`,
    z.object({ user_id: z.string() }),
  )
  await forge(owner(thief.userId))
  expect((await release()).body).toMatchObject({ code: 'proposal_lapsed' })
  await forge(owner(before?.user_id ?? ''))
  expect(lastOf(awardIn(await release())).state).toBe('sending')
  for (const wait of [0, seconds(11), seconds(31)]) await payouts.server.pass(wait, JOBS)
  expect(await transfersMade()).toHaveLength(1)
  await expectBooksBalance(payouts.server)
})

test('a transfer whose account changed after the release is never posted', async () => {
  const { halima, musa, award, request } = await promiseToAccount(payouts)
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 2_000, { kind: 'bank' })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, RELEASE))
  await forge(sql`update payout_attempts set recipient_code = 'RCP_thief'`)
  await payouts.server.pass(seconds(11), JOBS)
  expect(await transfersMade()).toEqual([])
  const { body } = await musa.call('GET', `/api/admin/applications/${request}/awards`)
  expect(body['awards']).toMatchObject([{ payouts: [{ state: 'failed', attempt: { state: 'refused' } }] }])
  await forge(sql`update payees set recipient_code = 'RCP_thief'`)
  const again = await payouts.act(musa, `/payouts/${id}/retry`, { expected_state: 'failed' })
  expect(again.body).toMatchObject({ code: 'payee_not_usable' })
  expect((await payouts.act(musa, `/payouts/${id}/cancel`, { expected_state: 'failed' })).status).toBe(200)
  await expectBooksBalance(payouts.server)
})

test('a payment that a person makes shows no account number once its account changed after the release', async () => {
  const { halima, musa, award, request } = await promiseToAccount(payouts)
  const [own] = await rows(
    payouts.server.core.db,
    sql`select id::text from payees where application_id = ${request}::uuid`,
    z.object({ id: z.string() }),
  )
  const vendor = { kind: 'school', name: 'A school', bank_code: '057', account_number: '0000000008' }
  const proposed = await payouts.act(halima, '/payees', { ...vendor, account_name: 'DANJUMA HELEN' })
  await answerAbout(payouts.server, musa, String(proposed.body['id']))
  const id = await payouts.released(award.id, 2_000, [halima, musa], { payee: own?.id })
  const read = () => musa.call('GET', `/api/admin/payouts/${id}/account`)
  const paidTo = (payee: unknown) =>
    sql`update disbursements set payee_id = ${String(payee)}::uuid where id = ${id}::uuid`
  await forge(paidTo(proposed.body['id']))
  await payouts.expectRefused(read, 'payee_not_usable')
  await forge(paidTo(own?.id))
  expect((await read()).body['account_number']).toMatch(/^\d{10}$/)
})
