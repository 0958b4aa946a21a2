/** Rows about paying out that someone changed, removed or made up with all triggers off: the nightly check and an auditor name each. */
import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { audit } from '../../../contract/proof/audit.ts'
import { readOpening } from '../../../contract/proof/opening.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { HERS, promiseToAccount } from '../../../test/support/promised.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { compareDigests } from '../../record/audit/act-digests.ts'
import { hours, seconds } from '../../platform/clock.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import { makeCheckpoint } from '../../proof/log/checkpoints.ts'
import { readOpenings } from '../../proof/log/openings.ts'
import { checkBooks } from '../../proof/books/books.ts'
import { ACTS } from './acts.ts'
import { answerAbout } from '../../../test/support/administering.ts'

const payouts = usePayouts()
const RELEASE = { expected_state: 'proposed' }

/** Something of each act. */
async function actOnce() {
  const { server } = payouts
  const promised = await promiseToAccount(payouts)
  const { halima, musa, amina, award } = promised
  const [ladi, sani] = await payouts.administrators('ladi', 'sani')
  if (!ladi || !sani) throw new Error('two more administrators')
  const { id: transfer } = lastOf(awardIn(await payouts.disburse(halima, award.id, 2_000, { kind: 'bank' })))
  awardIn(await payouts.act(musa, `/payouts/${transfer}/release`, RELEASE))
  for (const wait of [0, seconds(11), seconds(31)]) await server.pass(wait, /payouts\.send|sandbox|webhooks/)
  await payouts.act(musa, '/cash', { holder: halima.userId, direction: 'drawn', amount: 5_000, on: '2026-01-15' })
  const cash = await payouts.released(award.id, 1_000, [halima, musa], { kind: 'cash' })
  expect((await payouts.handOver(ladi, cash, 1_000, { holder: halima.userId })).status).toBe(200)
  expect((await amina.call('POST', `/api/payouts/${cash}/confirmation`, { answer: 'all' })).status).toBe(200)
  const open = lastOf(awardIn(await payouts.disburse(halima, award.id, 500, { kind: 'bank' })))
  // A second person with the same account, whom two people check.
  const bisi = await newPerson(server, 'bisi')
  const second = await payouts.approved(bisi, halima)
  expect((await bisi.call('POST', `/api/applications/${second}/payee`, HERS)).status).toBe(200)
  const { id: shared } = await onlyRow(
    server.core.db,
    sql`select id::text from payees where application_id = ${second}::uuid`,
    z.object({ id: z.string() }),
  )
  expect((await payouts.act(sani, `/payees/${shared}/check`)).status).toBe(200)
  expect((await answerAbout(payouts.server, musa, shared)).status).toBe(200)
  await server.core.db.execute(sql`
    insert into differences (id, kind, subject, ledger, provider, amount, occurred_at, first_seen_at, last_seen_at, state)
    values (gen_random_uuid(), 'bank_line', 'a line', 0, -500, 500, now(), now(), now(), 'open')`)
  return { ...promised, cash, transfer, open, shared, bisi, ladi }
}

class Undone extends Error {}

const withoutRow = (what: string) => what.replace(/ [0-9a-f]{8}-[0-9a-f-]{27}/, '')

/** Returns the findings of the nightly check and of an auditor after these changes, which are rolled back. */
async function tamper(changes: readonly SQL[]) {
  const found = { night: [] as string[], audit: [] as string[] }
  const core = payouts.server.core
  const run = core.db.transaction(async (tx: Tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const change of changes) await tx.execute(change)
    found.night = (await compareDigests(core, tx, ACTS)).map(({ what }) => withoutRow(what))
    const { leaves } = await onlyRow(
      tx,
      sql`select encode(coalesce(string_agg(leaf_hash, '' order by leaf_index), ''), 'hex') as leaves from log_entries`,
      z.object({ leaves: z.string() }),
    )
    const openings = (await readOpenings({ ...core, db: tx })).map(readOpening)
    found.audit = (await audit(Buffer.from(leaves, 'hex'), openings)).faults.map((fault) =>
      withoutRow(fault.replace(/:.*/, '')),
    )
    throw new Undone()
  })
  await expect(run).rejects.toThrow(Undone)
  return found
}

test('each row that was changed, removed or made up is named by the nightly check, and by an auditor where it had acted', async () => {
  const { halima, musa, amina, award, cash, transfer, open, shared, bisi, ladi } = await actOnce()
  const { server } = payouts
  const { id: difference } = await onlyRow(
    server.core.db,
    sql`select id::text from differences where kind = 'bank_line'`,
    z.object({ id: z.string() }),
  )
  const closing = await payouts.act(halima, `/books/differences/${difference}/closing`, {
    ending: 'own_money',
    reason: 'A fee of the bank.',
  })
  const { id: proposal } = z.object({ id: z.string() }).parse(closing.body)
  expect((await payouts.act(musa, `/decisions/${proposal}/confirmation`)).status).toBe(200)
  await makeCheckpoint(server.core)
  expect(await tamper([])).toEqual({ night: [], audit: [] })
  const ofRequest = sql`id = (select application_id from awards where id = ${award.id}::uuid)`
  /** The changed row, and whether an auditor sees it too: a row that never acted has no entry to differ from. */
  const changes: Readonly<Record<string, readonly [string, SQL, 'night only'?]>> = {
    'where money goes: recipient': [
      'payees: digest of payee',
      sql`update payees set recipient_code = 'RCP_thief' where id = ${shared}::uuid`,
    ],
    'where money goes: bank': [
      'payees: digest of payee',
      sql`update payees set bank_code = '999' where id = ${shared}::uuid`,
    ],
    'where money goes: ending': [
      'payees: digest of payee',
      sql`update payees set account_ending = '0000' where id = ${shared}::uuid`,
    ],
    'an account that is not shared any more': [
      'payees: digest of payee',
      sql`update payees set shared = false where id = ${shared}::uuid`,
    ],
    'an account that another person checked': [
      'payees: digest of payee_check',
      sql`update payees set confirmed_by = ${ladi.userId}::uuid where id = ${shared}::uuid`,
    ],
    'an account that nobody checked': [
      'payees: digest of payee_check',
      sql`update payees set confirmed_by = ${musa.userId}::uuid, confirmed_at = now() where confirmed_by is null`,
      'night only',
    ],
    'the amount of a proposed payment': [
      'disbursements: digest of payment',
      sql`update disbursements set amount = amount * 5 where id = ${open.id}::uuid`,
    ],
    'the payee of a proposed payment': [
      'disbursements: digest of payment',
      sql`update disbursements set payee_id = ${shared}::uuid where id = ${open.id}::uuid`,
    ],
    'what was asked for': [
      'awards: digest of award',
      sql`update aid_applications set amount_requested = amount_requested * 9 where ${ofRequest}`,
    ],
    'the amount of an award': [
      'awards: digest of award',
      sql`update awards set amount = amount * 2 where id = ${award.id}::uuid`,
    ],
    'the fund of an award': [
      'awards: digest of award',
      sql`update award_funds set fund = 'general' where award_id = ${award.id}::uuid`,
    ],
    'evidence that is gone': [
      'disbursements: digest of hand_over',
      sql`delete from disbursement_evidence where disbursement_id = ${cash}::uuid`,
    ],
    'the hash of evidence': [
      'disbursements: digest of hand_over',
      sql`update disbursement_evidence set sha256 = sha256(sha256)`,
    ],
    'who handed over': [
      'disbursements: digest of hand_over',
      sql`update disbursements set sent_by = ${musa.userId}::uuid where id = ${cash}::uuid`,
    ],
    'whose cash it was': [
      'disbursements: digest of hand_over',
      sql`update disbursements set holder = ${ladi.userId}::uuid where id = ${cash}::uuid`,
    ],
    'who recorded cash': [
      'cash_movements: digest of cash',
      sql`update cash_movements set recorded_by = ${ladi.userId}::uuid`,
    ],
    'where a transfer went': [
      'payout_attempts: digest of attempt',
      sql`update payout_attempts set recipient_code = 'RCP_thief' where disbursement_id = ${transfer}::uuid`,
    ],
    'who sent a transfer': [
      'payout_attempts: digest of attempt',
      sql`update payout_attempts set started_by = ${ladi.userId}::uuid`,
    ],
    'an answer of staff as that of the recipient': [
      'confirmations: digest of confirmation',
      sql`update confirmations set how = 'counter'`,
    ],
    'a confirmation that never was': [
      'confirmations: digest of confirmation',
      sql`insert into confirmations (id, disbursement_id, answer, how, created_at) values (gen_random_uuid(), ${transfer}::uuid, 'all', 'self', now())`,
      'night only',
    ],
    'a difference that was never closed by two': [
      'differences: digest of closing',
      sql`insert into differences (id, kind, subject, ledger, provider, amount, occurred_at, first_seen_at, last_seen_at, state, ended_at)
          values (gen_random_uuid(), 'transfer', 'pay-x', 0, 100, -100, now(), now(), now(), 'closed', now())`,
      'night only',
    ],
    'the amount of a closed difference': [
      'differences: digest of closing',
      sql`update differences set amount = amount + 1 where state = 'closed'`,
    ],
    'a closed difference that is gone': [
      'differences: digest of closing',
      sql`delete from differences where state = 'closed'`,
    ],
    'a payment that is gone': [
      'disbursements: digest of payment',
      sql`delete from disbursements where id = ${open.id}::uuid`,
    ],
    'the digest of a payment': [
      'disbursements: digest of payment',
      sql`update act_digests set digest = sha256(digest) where kind = 'payment' and row_id = ${open.id}::uuid`,
    ],
    'no digest any more': [
      'disbursements: digest of payment',
      sql`delete from act_digests where kind = 'payment' and row_id = ${open.id}::uuid`,
    ],
    'a digest of nothing': [
      'disbursements: digest of payment',
      sql`update act_digests set digest = null where kind = 'payment' and row_id = ${open.id}::uuid`,
    ],
    'a digest under the key of another person': [
      'disbursements: digest of payment',
      sql`update act_digests set person = ${bisi.userId}::uuid where kind = 'payment'`,
    ],
    'the key of a person who is still here': [
      'awards: digest of award',
      sql`delete from data_keys where user_id = ${amina.userId}::uuid`,
    ],
  }
  for (const [name, [row, change, onlyNight]] of Object.entries(changes)) {
    const found = await tamper([change])
    expect([name, found.night]).toEqual([name, expect.arrayContaining([row])])
    expect([name, onlyNight !== undefined || found.audit.length > 0]).toEqual([name, true])
  }
  await expectBooksBalance(server)
})

test('the night opens a difference, and an erased person is not said to be changed', async () => {
  const { amina } = await promiseToAccount(payouts)
  const { server } = payouts
  await makeCheckpoint(server.core)
  const open = async () =>
    (
      await onlyRow(
        server.core.db,
        sql`select coalesce(array_agg(subject order by subject), '{}') as open from differences where state = 'open'`,
        z.object({ open: z.array(z.string()) }),
      )
    ).open
  await checkBooks(server.core, 'full')
  expect(await open()).toEqual([])
  expect((await amina.call('POST', '/api/account/closure', { password: 'rain on the tin roof' })).status).toBe(200)
  expect(await compareDigests(server.core, server.core.db, ACTS)).toEqual([])
  server.clock.advance(hours(24))
  await makeCheckpoint(server.core)
  const opened = (await readOpenings(server.core)).map((line) => readOpening(line))
  expect(opened.filter(({ type }) => type === 'act')).toEqual([])
  const madeUp = crypto.randomUUID()
  const forge = (statement: SQL) =>
    server.core.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(statement)
    })
  await forge(sql`insert into differences (id, kind, subject, ledger, provider, amount, occurred_at, first_seen_at, last_seen_at, state, ended_at)
    values (${madeUp}, 'transfer', 'pay-x', 0, 100, -100, now(), now(), now(), 'closed', now())`)
  await checkBooks(server.core, 'full')
  expect(await open()).toEqual([`differences ${madeUp}: digest of closing`])
  await forge(sql`delete from differences`)
})
