/** Staff who are tied to a request are refused every act on it, by the server and by the database, and nothing changes. */
import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerAbout, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance, newKey, type Answer } from '../../../test/support/server.ts'
import { sha256 } from '../../platform/crypto.ts'
import { onlyRow } from '../../platform/db/db.ts'

const payouts = usePayouts()
const { expectRefused, refusedByDatabase } = payouts
const act: typeof payouts.act = (...told) => payouts.act(...told)
const idIn = ({ body }: Answer) => z.uuid().parse(body['id'])
const ENTRY = { channel: 'walk_in', location: null, consent: true, privacy_version: '2026-11-22' }
const RELEASE = { expected_state: 'proposed' }

interface Team {
  readonly halima: Administrator
  readonly musa: Administrator
  readonly ladi: Administrator
  readonly sani: Administrator
}

async function newTeam(): Promise<Team> {
  const [halima, musa, ladi, sani] = await payouts.administrators('halima', 'musa', 'ladi', 'sani')
  if (!halima || !musa || !ladi || !sani) throw new Error('four administrators')
  for (const who of [halima, musa, sani])
    await who.call('PUT', '/api/profile', { full_name: 'Sani Musa', phone: '08030000009', address: 'Kano' })
  return { halima, musa, ladi, sani }
}

const now = () => sql`${payouts.server.clock.now().toISOString()}::timestamptz`
const execute = (statement: SQL) => payouts.server.core.db.execute(statement)

/** An account that two people must compare, named by a person for a request. @returns its id */
async function nameAccount(request: string, userId: string, account = request): Promise<string> {
  const id = crypto.randomUUID()
  await execute(
    sql`insert into payees (id, kind, application_id, bank_code, bank_name, account_hmac, account_ending, resolved_name, match, shared,
                            recipient_code, usable_from, proposed_by, created_at)
        values (${id}, 'applicant', ${request}, '058', 'GTBank', ${sha256(account)}, '6785', 'YUSUF AMINA', 'look', false, 'RCP_1',
                ${now()}, ${userId}, ${now()})`,
  )
  return id
}

async function linkPeople(by: Administrator, ...pair: readonly [string, string]): Promise<Answer> {
  const [id, other] = await Promise.all(
    pair.map(async (userId) => {
      const profile = sql`select id::text from profiles where user_id = ${userId}::uuid`
      return (await onlyRow(payouts.server.core.db, profile, z.object({ id: z.string() }))).id
    }),
  )
  return by.call('POST', `/api/admin/beneficiaries/${String(id)}/links`, { other, link: 'same_household' })
}

/** Each tie of Sani to a request. @returns the request, and its applicant */
const TIES: Readonly<Record<string, (team: Team) => Promise<{ request: string; applicant: string }>>> = {
  'the applicant': async ({ sani }) => ({
    request: idIn(await sani.call('POST', '/api/applications', REQUEST, newKey())),
    applicant: sani.userId,
  }),
  'who entered it': async ({ sani }) => {
    const person = { is: 'new', full_name: 'Ladi Bello', phone: '08031112222', address: 'Kano' }
    const request = idIn(await sani.call('POST', '/api/admin/applications', { ...REQUEST, ...ENTRY, person }, newKey()))
    const owner = sql`select user_id::text as id from aid_applications where id = ${request}::uuid`
    return { request, applicant: (await onlyRow(payouts.server.core.db, owner, z.object({ id: z.string() }))).id }
  },
  'of the household, through a third person': async ({ ladi, sani }) => {
    const [amina, hauwa] = [await newPerson(payouts.server), await newPerson(payouts.server, 'hauwa')]
    const request = idIn(await amina.ask())
    expect((await linkPeople(ladi, amina.userId, hauwa.userId)).status).toBe(200)
    expect((await linkPeople(ladi, hauwa.userId, sani.userId)).status).toBe(200)
    // Sani cannot end it.
    expect((await linkPeople(sani, amina.userId, hauwa.userId)).body).toMatchObject({ code: 'own_request' })
    return { request, applicant: amina.userId }
  },
  'who named the same account, for a request of the same person before': async ({ sani }) => {
    const amina = await newPerson(payouts.server)
    const [earlier, request] = [await amina.askLater(), await amina.askLater()]
    await nameAccount(earlier, amina.userId, 'shared')
    await nameAccount(idIn(await sani.call('POST', '/api/applications', REQUEST, newKey())), sani.userId, 'shared')
    return { request, applicant: amina.userId }
  },
}

/** Refused with nothing changed: by the server, and where a row names who acts, by the database. */
async function refuse(calls: readonly (() => Promise<Answer>)[], statements: readonly SQL[] = []) {
  for (const call of calls) await expectRefused(call, 'own_request')
  for (const statement of statements) expect(await refusedByDatabase(statement)).toBe('TK006')
}

/** Reads whether Decisions offers to confirm and to withdraw the proposal about a subject. */
async function offeredTo(by: Administrator, subject: string) {
  const newest = sql`select id::text from proposals where subject_id = ${subject}::uuid and state = 'proposed'`
  const { id } = await onlyRow(payouts.server.core.db, newest, z.object({ id: z.string() }))
  const { body } = await by.call('GET', `/api/admin/decisions/${id}`)
  return [body['may_confirm'], body['may_withdraw']]
}
const expectOffered = async ({ musa, sani }: Team, subject: string) =>
  expect([await offeredTo(sani, subject), await offeredTo(musa, subject)]).toEqual([
    [false, false],
    [true, true],
  ])

const insertProposal = (kind: string, subject: string, { userId }: Administrator) =>
  sql`insert into proposals (id, kind, subject_id, choice, reason, proposed_by, proposed_at, expires_at)
      values (gen_random_uuid(), ${kind}, ${subject}, 'x', 'x', ${userId}, ${now()}, ${now()} + interval '7 days')`
const decideProposal = (subject: string, { userId }: Administrator) =>
  sql`update proposals set state = 'withdrawn', decided_by = ${userId}, decided_at = ${now()}
       where subject_id = ${subject} and state = 'proposed'`
const approveProposal = (subject: string, { userId }: Administrator) =>
  sql`insert into proposal_approvals (proposal_id, approved_by, approved_at)
      select id, ${userId}, ${now()} from proposals where subject_id = ${subject} and state = 'proposed'`

async function review({ halima, sani }: Team, request: string): Promise<void> {
  const on = (path: string, body: object) => () => act(sani, `/applications/${request}/${path}`, body)
  const decide =
    (status: string, more = {}) =>
    () =>
      sani.call('PATCH', `/api/admin/applications/${request}`, { status, ...more })
  await refuse(
    [
      decide('approved'),
      decide('rejected', { reason: 'Not covered.' }),
      decide('under_review'),
      on('paper-requests', { text: 'The bill, please.' }),
      on('notes', { text: 'They are poor.' }),
      on('lease', { take_over: true }),
      on('undo', { expected_version: 1 }),
      on('read', { expected_version: 1 }),
      on('assignment', { to: halima.userId, expected_version: 1 }),
    ],
    [
      sql`insert into application_events (id, application_id, user_id, from_status, to_status, created_at)
          values (gen_random_uuid(), ${request}, ${sani.userId}, 'pending', 'approved', ${now()})`,
    ],
  )
  const rows = [{ id: request, expected_version: 1 }]
  for (const kind of ['close_duplicate', 'close_unanswered', 'take_back'])
    expect(
      (await sani.call('POST', '/api/admin/queue/changes', { dry_run: false, rows, change: { kind } })).body,
    ).toMatchObject({
      changed: 0,
      rows: [{ refusal: 'own_request' }],
    })
  const assigned = await act(halima, `/applications/${request}/assignment`, { to: sani.userId, expected_version: 1 })
  expect(assigned.body).toMatchObject({ code: 'not_assignable' })
  const next = await sani.call('POST', '/api/admin/queue/next', { except: [] })
  expect(next.body).toEqual({ taken: null })
  expect((await sani.call('GET', `/api/admin/applications/${request}`)).body).toMatchObject({ own: true })
  expect((await halima.call('PATCH', `/api/admin/applications/${request}`, { status: 'approved' })).status).toBe(200)
}

async function checkPayee(team: Team, payee: string): Promise<void> {
  const { halima, musa, sani } = team
  const confirm = sql`update payees set confirmed_by = ${sani.userId}, confirmed_at = ${now()} where id = ${payee}::uuid`
  await refuse([() => act(sani, `/payees/${payee}/check`)], [insertProposal('payee', payee, sani), confirm])
  expect((await act(halima, `/payees/${payee}/check`)).status).toBe(200)
  await expectOffered(team, payee)
  await refuse([() => answerAbout(payouts.server, sani, payee)], [decideProposal(payee, sani)])
  expect((await answerAbout(payouts.server, musa, payee)).status).toBe(200)
}

/** @returns the id of the award */
async function award(team: Team, request: string): Promise<string> {
  const { halima, musa, sani } = team
  await refuse(
    [() => payouts.propose(sani, request, 20_000)],
    [
      insertProposal('award', request, sani),
      sql`insert into awards (id, application_id, amount, proposed_by, proposed_at, idempotency_key_hash, request_hash)
          values (gen_random_uuid(), ${request}, 100, ${sani.userId}, ${now()}, '', '')`,
    ],
  )
  const { id } = awardIn(await payouts.propose(halima, request, 20_000))
  await expectOffered(team, request)
  await refuse(
    [() => act(sani, `/awards/${id}/grant`, RELEASE), () => act(sani, `/awards/${id}/cancel`, RELEASE)],
    [
      sql`update awards set state = 'granted', granted_by = ${sani.userId}, granted_at = ${now()} where id = ${id}::uuid`,
      decideProposal(request, sani),
      approveProposal(request, sani),
    ],
  )
  awardIn(await act(musa, `/awards/${id}/grant`, RELEASE))
  return id
}

/** @returns the id of a payment that is released */
async function release(team: Team, awardId: string): Promise<string> {
  const { halima, musa, sani } = team
  await refuse(
    [() => payouts.disburse(sani, awardId, 5_000, { kind: 'cash' })],
    [
      sql`insert into disbursements (id, award_id, kind, amount, proposed_by, proposed_at, idempotency_key_hash, request_hash)
          values (gen_random_uuid(), ${awardId}, 'cash', 100, ${sani.userId}, ${now()}, '', '')`,
    ],
  )
  const { id } = lastOf(awardIn(await payouts.disburse(halima, awardId, 5_000, { kind: 'cash' })))
  await expectOffered(team, id)
  await refuse(
    [
      () => act(sani, `/payouts/${id}/release`, RELEASE),
      () => act(sani, `/payouts/${id}/cancel`, RELEASE),
      () => act(sani, `/payouts/${id}/countersign`),
    ],
    [
      sql`update disbursements set state = 'released', released_by = ${sani.userId}, released_at = ${now()}, slip = '00000000', code_hash = ''
           where id = ${id}::uuid`,
      decideProposal(id, sani),
      approveProposal(id, sani),
    ],
  )
  expect((await act(sani, '/releases', { payouts: [id] })).body).toMatchObject({
    rows: [{ id, outcome: 'refused', refusal: 'own_request' }],
  })
  awardIn(await act(musa, `/payouts/${id}/release`, RELEASE))
  return id
}

async function pay(team: Team, awardId: string): Promise<void> {
  const { halima, musa, sani } = team
  for (const holder of [halima, sani])
    await act(musa, '/cash', { holder: holder.userId, direction: 'drawn', amount: 5_000, on: '2026-01-15' })
  const id = await release(team, awardId)
  const holder = { holder: halima.userId }
  const told = (who: string, held: string) =>
    sql`update disbursements set state = 'sent', sent_by = ${who}, holder = ${held}, sent_at = ${now()}, sent_on = '2026-01-15'
         where id = ${id}::uuid`
  await refuse(
    [
      () => payouts.handOver(sani, id, 5_000, holder),
      () => sani.call('GET', `/api/admin/payouts/${id}/slip`),
      () => sani.call('GET', `/api/admin/payouts/${id}/account`),
      () => act(sani, `/payouts/${id}/retry`, { expected_state: 'failed' }),
      () => act(sani, `/payouts/${id}/recheck`),
      () => act(sani, `/payouts/${id}/code`, { code: '123456' }),
      () => act(sani, `/payouts/${id}/new-code`),
    ],
    [
      sql`insert into payout_attempts (id, disbursement_id, reference, amount, recipient_code, started_by, created_at)
          values (gen_random_uuid(), ${id}, ${`pay-${'0'.repeat(26)}`}, 100, 'RCP_1', ${sani.userId}, ${now()})`,
      told(sani.userId, halima.userId),
      told(halima.userId, sani.userId),
    ],
  )
  await expectRefused(() => payouts.handOver(halima, id, 5_000, { holder: sani.userId }), 'invalid_input')
  awardIn(await payouts.handOver(halima, id, 5_000, holder))
  const returned = { amount: 1_000, on: '2026-01-15', expected_state: 'sent' }
  const lost = { reason: 'It was stolen.', expected_state: 'sent' }
  await refuse(
    [
      () => act(sani, `/payouts/${id}/confirmation`, { answer: 'all', how: 'call' }),
      () => act(sani, `/payouts/${id}/returned`, returned),
      () => act(sani, `/payouts/${id}/lost`, lost),
    ],
    [
      insertProposal('write_off', id, sani),
      sql`insert into confirmations (id, disbursement_id, answer, how, recorded_by, created_at)
          values (gen_random_uuid(), ${id}, 'all', 'call', ${sani.userId}, ${now()})`,
    ],
  )
  awardIn(await act(halima, `/payouts/${id}/lost`, lost))
  await expectOffered(team, id)
  const proposal = sql`select id::text from proposals where subject_id = ${id}::uuid and state = 'proposed'`
  const writeOff = await onlyRow(payouts.server.core.db, proposal, z.object({ id: z.string() }))
  await refuse(
    [
      () => act(sani, `/decisions/${writeOff.id}/confirmation`),
      () => act(sani, `/decisions/${writeOff.id}/withdrawal`),
    ],
    [decideProposal(id, sani), approveProposal(id, sani)],
  )
  expect((await act(halima, `/decisions/${writeOff.id}/withdrawal`)).status).toBe(200)
}

test.each(Object.keys(TIES))('no act of a person who is %s', async (tie) => {
  const team = await newTeam()
  await payouts.fill(60_000)
  const made = await TIES[tie]?.(team)
  if (!made) throw new Error(tie)
  const { request, applicant } = made
  await review(team, request)
  await checkPayee(team, await nameAccount(request, applicant))
  const awardId = await award(team, request)
  await pay(team, awardId)
  await expectBooksBalance(payouts.server)
})

const Bank = z.object({
  unmatched_entries: z.array(z.object({ key: z.string() })),
  differences: z.array(
    z.looseObject({ kind: z.string(), may_act: z.boolean(), line: z.looseObject({ id: z.string() }).nullable() }),
  ),
})
const Lines = z.object({ items: z.array(z.object({ barred: z.string().nullable() })) })

test('the bank line of their payout is matched, and its difference closed, by others', async () => {
  const { halima, musa, sani } = await newTeam()
  await payouts.fill(60_000)
  const request = await payouts.approved(await newPerson(payouts.server), musa)
  const { id: award } = await payouts.granted(request, 5_000, [halima, musa])
  const payout = await payouts.released(award, 5_000, [halima, musa])
  awardIn(await payouts.handOver(halima, payout, 5_000))
  const home = crypto.randomUUID()
  await execute(sql`insert into household_members (user_id, household_id)
    select user_id, ${home}::uuid from aid_applications where id = ${request}::uuid union all select ${sani.userId}::uuid, ${home}::uuid`)
  const key = `handover:${payout}`
  const read = async (by: Administrator) => Bank.parse((await by.call('GET', '/api/admin/books/bank')).body)
  const keysOf = async (by: Administrator) => (await read(by)).unmatched_entries.map((entry) => entry.key)
  expect([await keysOf(musa), await keysOf(sani)]).toEqual([
    expect.arrayContaining([key]),
    expect.not.arrayContaining([key]),
  ])

  const day = payouts.server.clock.now().toISOString().slice(0, 10)
  // Includes the bank's fee, so that no match is made without people.
  const content = Buffer.from(`Date,Narration,Amount\n${day},NIP,-5050.00\n`).toString('base64')
  expect((await act(sani, '/books/bank/statements', { bank: 'GTBank', content })).status).toBe(201)
  const line = (await read(sani)).differences.find(({ kind }) => kind === 'bank_line')?.line?.id
  const match = (by: Administrator) => by.call('POST', `/api/admin/books/bank/lines/${line}/match`, { entries: [key] })
  const undo = (by: Administrator) => by.call('DELETE', `/api/admin/books/bank/lines/${line}/match`)
  await expectRefused(() => match(sani), 'own_request')
  expect((await match(musa)).status).toBe(201)
  const actsOn = async (by: Administrator) =>
    (await read(by)).differences.map(({ kind, may_act: may }) => ({ kind, may }))
  expect(await actsOn(sani)).toEqual([{ kind: 'bank_amount', may: false }])
  expect(await actsOn(musa)).toEqual([{ kind: 'bank_amount', may: true }])
  await expectRefused(() => undo(sani), 'own_request')
  const barred = async (by: Administrator) => Lines.parse((await by.call('GET', '/api/admin/bank-lines')).body).items
  expect([await barred(sani), await barred(musa)]).toEqual([[{ barred: 'tied' }], [{ barred: null }]])
  await expectRemovedByOthers(musa, sani)
  expect((await undo(musa)).status).toBe(200)
  await expectBooksBalance(payouts.server)
})

const Statements = z.object({
  items: z.tuple([
    z.looseObject({ id: z.string(), may_remove: z.boolean(), proposal: z.looseObject({ id: z.string() }).nullable() }),
  ]),
})

/** The only statement is in a difference: someone tied to its payout neither proposes its removal nor decides about it. */
async function expectRemovedByOthers(musa: Administrator, tied: Administrator) {
  const read = async (by: Administrator) =>
    Statements.parse((await by.call('GET', '/api/admin/bank-statements')).body).items[0]
  const { id } = await read(musa)
  const remove = (by: Administrator) => act(by, `/books/bank/statements/${id}/removal`, { reason: 'Uploaded twice.' })
  await expectRefused(() => remove(tied), 'own_request')
  expect([(await read(musa)).may_remove, (await read(tied)).may_remove]).toEqual([true, false])
  expect((await remove(musa)).body).toEqual({ lines_removed: 0, waits: true })
  const { proposal } = await read(tied)
  expect(proposal).toMatchObject({ may_confirm: false, may_withdraw: false })
  for (const step of ['confirmation', 'withdrawal'])
    await expectRefused(() => act(tied, `/decisions/${proposal?.id}/${step}`, {}), 'own_request')
}
