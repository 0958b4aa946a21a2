/** Claiming: requests that staff entered move to the account of the person who has the code from the text message, and to no other. */
import { desc, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { CLAIM_TRIES_MAX } from '../../../contract/platform/admin-fields.ts'
import { rateLimits } from '../../../contract/platform/rate-limits.ts'
import { readAudit, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, REQUEST, type Person } from '../../../test/support/asking.ts'
import { pdf } from '../../../test/support/documents.ts'
import { link, mergeAsBefore, profileIdOf } from '../../../test/support/linking.ts'
import { awardIn, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance, newKey, type TestServer } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { decrypt } from '../../platform/crypto.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { outgoingTextMessages } from '../../platform/sms/schema.ts'

const payouts = usePayouts({ LANGUAGES_DRAFTS: 'on' })
let server: TestServer
let halima: Administrator
let musa: Administrator
let ladi: Person
beforeEach(async () => {
  server = payouts.server
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
  ladi = await newPerson(server, 'ladi')
})

let stamp = 1_768_467_600_000
/** Enters a request with a paper for someone new. */
async function enter(name = 'Ladi Bello', phone = '0803 111 2222') {
  const upload = `${halima.userId}/${(stamp += 1)}_letter.pdf`
  const headers = { authorization: halima.authorization, 'content-type': 'application/pdf' }
  const sent = { method: 'POST', headers, body: pdf(`a letter about ${name}`) }
  expect((await server.app.request(`/storage/v1/object/documents/${upload}`, sent)).status).toBe(200)
  const person = { is: 'new', full_name: name, phone, address: 'Behind the old market, Kano' }
  const more = { channel: 'walk_in', location: null, consent: true, privacy_version: '2026-11-22' }
  const documents = { documents_provided: [upload] }
  const body = { ...REQUEST, ...more, ...documents, person }
  const entered = z
    .object({ id: z.string(), case_number: z.string(), user_id: z.string() })
    .parse((await halima.call('POST', '/api/admin/applications', body, newKey())).body)
  const paper = upload.replace(halima.userId, entered.user_id)
  return { ...entered, paper, profile: await profileIdOf(server, entered.user_id) }
}

/** The latest text messages first. */
async function readTexts(): Promise<{ to: string; text: string }[]> {
  await server.core.background.idle()
  const found = await server.core.db
    .select()
    .from(outgoingTextMessages)
    .orderBy(desc(outgoingTextMessages.createdAt), desc(outgoingTextMessages.id))
  return found.map(({ recipient, textSealed }) => ({
    to: recipient,
    text: textSealed ? decrypt(server.core.keys.encryption, textSealed).toString() : '',
  }))
}
const codeIn = (text = '') => /^\d{8}/.exec(text)?.[0] ?? ''
const send = (profile: string, by = halima) => by.call('POST', `/api/admin/beneficiaries/${profile}/claim-code`)
async function sentCode(profile: string): Promise<string> {
  expect((await send(profile)).status).toBe(200)
  return codeIn((await readTexts())[0]?.text)
}
const claim = (number: string, code: string, by: Pick<Person, 'call'> = ladi) =>
  by.call('POST', '/api/account/claims', { case_number: number, code })
/** A new session: the access token of the first one is valid for an hour. */
async function signIn(name: string): Promise<Pick<Person, 'call'>> {
  const credentials = { email: `${name}@mail.example`, password: PASSWORD }
  const { body } = await server.call('POST', '/auth/v1/token?grant_type=password', credentials)
  const authorization = `Bearer ${z.string().parse(body['access_token'])}`
  return { call: (method, path, sent, headers = {}) => server.call(method, path, sent, { authorization, ...headers }) }
}
const sign = (path: string, by: Person) =>
  by.call('POST', `/storage/v1/object/sign/documents/${path}`, { expiresIn: 60 })
const casesOf = async (by: Person) =>
  z.array(z.looseObject({ case_number: z.string() })).parse((await by.call('GET', '/api/applications')).body['items'])
const people = async () =>
  z
    .array(z.looseObject({ id: z.string() }))
    .parse((await halima.call('GET', '/api/admin/beneficiaries')).body['items'])
    .map(({ id }) => id)

/** Whose everything is: what a refusal must not change, except the count of wrong codes. */
const state = () =>
  onlyRow(
    server.core.db,
    sql`select (select json_agg(json_build_array(id, user_id, beneficiary_id, version) order by id) from aid_applications)::text as requests,
               (select json_agg(c order by profile_id) from profile_claims as c)::text as claims,
               (select json_agg(p order by id) from profiles as p)::text as profiles,
               (select json_agg(l) from person_links as l)::text as links,
               (select count(*) from outgoing_text_messages)::int as texts,
               (select count(*) from audit_events)::int as audited`,
    z.unknown(),
  )
async function expectRefused(call: () => ReturnType<typeof claim>, code: string, words = /./) {
  const before = await state()
  const { body } = await call()
  await server.core.background.idle()
  expect(body['code']).toBe(code)
  expect(body['detail'] ?? body['title']).toMatch(words)
  expect(await state()).toEqual(before)
}

test('with the code of staff: requests, papers and money are the account’s, the profile is in no list, and the telephone is told', async () => {
  const { id, case_number: number, paper, profile, user_id: oldId } = await enter()
  await musa.call('PATCH', `/api/admin/beneficiaries/${profile}`, { is_approved: true })
  await ladi.call('PUT', '/api/profile', { full_name: 'ladi  BELLO', phone: '', address: '' })
  await payouts.fill(100_000)
  await server.core.db.execute(sql`update aid_applications set entered_by = null, channel = 'self', language = 'ha'`)
  await halima.call('PATCH', `/api/admin/applications/${id}`, { status: 'approved' })
  const award = awardIn(await payouts.propose(halima, id, 20_000))
  const { body: sent } = await send(profile)
  expect(sent).toMatchObject({ phone_ending: '2222' })
  const [text] = await readTexts()
  expect(text).toMatchObject({ to: '2348031112222' })
  expect(text?.text).toBe(`${codeIn(text?.text)} ${server.core.env.publicUrl}/claim?case=${number}`)
  expect((await sign(paper, ladi)).status).toBe(404)
  // As people type it.
  const typed = number.toLowerCase().replaceAll('-', ' ')
  expect((await claim(typed, ` ${codeIn(text?.text)} `)).body).toEqual({ requests: 1 })
  expect((await claim(number, '000000')).body).toEqual({ requests: 0 })
  expect((await casesOf(ladi)).map(({ case_number: its }) => its)).toEqual([number])
  expect((await sign(paper, ladi)).status).toBe(200)
  expect((await sign(paper, await newPerson(server, 'bola'))).status).toBe(404)
  const [told] = await readTexts()
  expect(told?.text).toMatch(/wani asusu a wurinmu yanzu yana da abin da kuka gaya wa ma.aikatanmu.*ku kira/)
  expect(told?.text).not.toMatch(/school|45/)

  const own = await profileIdOf(server, ladi.userId)
  expect(await people()).not.toContain(profile)
  const { body: shown } = await halima.call('GET', `/api/admin/beneficiaries/${own}`)
  expect(shown).toMatchObject({
    // The mark comes along to the same name.
    is_approved: true,
    can_sign_in: true,
    claims: [{ id: profile, full_name: 'Ladi Bello' }],
  })
  // It was proposed for someone else: both are asked again.
  expect((await payouts.act(musa, `/awards/${award.id}/grant`, { expected_state: 'proposed' })).status).toBe(409)
  await payouts.granted(id, 20_000, [halima, musa])
  const { body: seen } = await ladi.call('GET', '/api/account/openings')
  expect(seen['items']).toEqual(expect.arrayContaining([expect.objectContaining({ opened: 'profile' })]))
  const { body: data } = await ladi.call('GET', '/api/account/data')
  expect(data['claimed_profiles']).toMatchObject([{ documents: [{ path: paper }] }])
  const audited = await server.core.db.execute(
    sql`select action, actor_kind, subject_id from audit_events where action like 'beneficiary.claim%' order by created_at, id`,
  )
  expect(JSON.stringify(audited)).toContain('claim_code_sent')
  expect(JSON.stringify(audited)).toContain(profile)
  // By the person who claimed, without their name.
  const claimed = await halima.call('GET', '/api/admin/audit-events?action=beneficiary.claimed')
  const byLadi = { actor_kind: 'applicant', actor: null, actor_profile: own }
  expect(claimed.body['items']).toMatchObject([
    { ...byLadi, subject_id: own },
    { ...byLadi, subject_id: profile },
  ])
  const csv = await server.app.request('/api/admin/audit-events.csv?action=beneficiary.claimed', {
    headers: { authorization: halima.authorization },
  })
  expect(csv.status).toBe(200)
  expect(JSON.stringify([claimed.body, await csv.text()])).not.toMatch(/Bello|ladi@/)
  const actors = await halima.call('GET', '/api/admin/audit-events/actors')
  expect(JSON.stringify(actors.body)).not.toContain(ladi.userId)
  // Nothing more is entered for the profile that ended.
  const more = { channel: 'call', consent: true, privacy_version: '2026-11-22', person: { is: 'known', id: profile } }
  expect((await halima.call('POST', '/api/admin/applications', { ...REQUEST, ...more }, newKey())).status).toBe(404)
  expect(oldId).not.toBe(ladi.userId)
  await expectBooksBalance(server)
})

test('a wrong code, an expired or replaced one, an unknown and a claimed request are refused alike, and change nothing', async () => {
  const { case_number: number, profile } = await enter()
  await expectRefused(() => claim(number, '12345678'), 'code_not_accepted')
  const first = await sentCode(profile)
  await expectRefused(() => claim('T-99999-9', first), 'code_not_accepted')
  server.clock.advance(minutes(1))
  const second = await sentCode(profile)
  await expectRefused(() => claim(number, first), 'code_not_accepted')
  server.clock.advance(hours(24))
  halima = await signInAdministrator(server, 'halima')
  const again = await signIn('ladi')
  await expectRefused(() => claim(number, second, again), 'code_not_accepted')
  const third = await sentCode(profile)
  expect((await claim(number, third, again)).status).toBe(200)
  const bola = await newPerson(server, 'bola')
  await expectRefused(() => claim(number, third, bola), 'code_not_accepted')
  // One session has ten wrong codes an hour, whichever requests it names.
  for (let tries = 0; tries < 9; tries += 1) await claim(`T-${10_000 + tries}-1`, '12345678', bola)
  await expectRefused(() => claim(number, third, bola), 'rate_limited')
})

const wrongFor = (code: string) => (code === '11111111' ? '22222222' : '11111111')

test('strangers neither use up nor replace the code of staff, and a code that someone asked for is theirs alone', async () => {
  const { case_number: number, profile } = await enter()
  const strangers = await Promise.all(['sani', 'tunde', 'uche'].map((name) => newPerson(server, name)))
  const [sani, tunde, uche] = strangers
  if (!sani || !tunde || !uche) throw new Error('three strangers')
  const ask = (by: Person) => by.call('POST', '/api/account/claims/code', { case_number: number })
  expect((await ask(sani)).status).toBe(200)
  const asked = codeIn((await readTexts())[0]?.text)
  // One text a day, no matter who asks.
  for (const by of strangers) await ask(by)
  expect(await readTexts()).toHaveLength(1)
  const ofStaff = await sentCode(profile)
  expect(await readTexts()).toHaveLength(2)

  const own = wrongFor(asked)
  for (let tries = 0; tries < CLAIM_TRIES_MAX; tries += 1)
    for (const by of strangers) await expectRefused(() => claim(number, own, by), 'code_not_accepted')
  await expectRefused(() => claim(number, asked, tunde), 'code_not_accepted')
  await expectRefused(() => claim(number, asked, sani), 'code_not_accepted')
  expect((await claim(number, ofStaff)).body).toEqual({ requests: 1 })
})

test('who asked for a code claims with it, unless the number can be guessed: staff send the code for an earlier one', async () => {
  const { case_number: number } = await enter()
  await server.core.db.execute(sql`update aid_applications set number = 10452`)
  expect((await ladi.call('POST', '/api/account/claims/code', { case_number: 'T-10452-7' })).status).toBe(200)
  expect(await readTexts()).toEqual([])
  await server.core.db.execute(sql`update aid_applications set number = ${number.replaceAll(/\D/g, '').slice(0, -1)}`)
  await ladi.call('POST', '/api/account/claims/code', { case_number: number })
  const code = codeIn((await readTexts())[0]?.text)
  const sani = await newPerson(server, 'sani')
  await expectRefused(() => claim(number, code, sani), 'code_not_accepted')
  expect((await claim(number, code)).body).toEqual({ requests: 1 })
})

test('wrong codes count per network, whichever accounts and profiles are tried, and all of them for the alert', async () => {
  const { case_number: number, profile } = await enter()
  const code = await sentCode(profile)
  const limits = rateLimits.wrong_claim_codes.requests
  for (let account = 0; account * 9 < limits; account += 1) {
    const by = await newPerson(server, `spray${account}`)
    for (let tries = 0; tries < 9 && account * 9 + tries < limits; tries += 1)
      expect((await claim(`T-${10_000 + tries}-1`, '12345678', by)).body['code']).toBe('code_not_accepted')
  }
  await expectRefused(() => claim(number, code), 'rate_limited')
  server.clock.advance(hours(1))
  expect((await claim(number, code, await signIn('ladi'))).body).toEqual({ requests: 1 })
})

test('codes go only to people without a sign-in, a minute apart and five a day; staff cannot claim, and the person may ask for one', async () => {
  const { case_number: number, profile } = await enter()
  await expectRefused(() => claim(number, '12345678', musa), 'claim_refused', /Staff/)
  const ask = (typed: string, by: Person = ladi) => by.call('POST', '/api/account/claims/code', { case_number: typed })
  const answers = [await ask('T-99999-9'), await ask('nonsense'), await ask(number)]
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { accepted: true }])
  const [text, ...others] = await readTexts()
  expect(others).toEqual([])
  expect((await send(profile)).status).toBe(200)
  await expectRefused(() => send(profile), 'claim_refused', /less than a minute/)
  const asked = await state()
  expect((await ask(number)).body).toEqual({ accepted: true })
  await server.core.background.idle()
  expect(await state()).toEqual(asked)
  for (let sent = 1; sent < 5; sent += 1) {
    server.clock.advance(minutes(1))
    expect((await send(profile)).status).toBe(200)
  }
  server.clock.advance(minutes(1))
  await expectRefused(() => send(profile), 'claim_refused', /Five codes/)
  expect(codeIn(text?.text)).toMatch(/^\d{8}$/)

  await expectRefused(() => send(crypto.randomUUID()), 'not_found')
  const own = await profileIdOf(server, ladi.userId)
  await expectRefused(() => send(own), 'claim_refused', /can sign in/)
  const { profile: silent } = await enter('Musa Sani', '')
  await expectRefused(() => send(silent), 'claim_refused', /no telephone/)
  // A request of their own is no profile that staff entered.
  const request = await ladi.askLater()
  const { body } = await ladi.call('GET', `/api/applications/${request}`)
  const bola = await newPerson(server, 'bola')
  await expectRefused(() => claim(z.string().parse(body['case_number']), '12345678', bola), 'code_not_accepted')
})

test('with what was merged into it: a code from before the merge is void, and closing the account erases every paper', async () => {
  const [ended, kept] = [await enter('Ladi Belo'), await enter('Ladi Bello')]
  await link(server, halima, [ended.user_id, kept.user_id], 'same_person')
  const early = await sentCode(ended.profile)
  await mergeAsBefore(server, [ended, kept], [halima, musa])
  expect(await people()).not.toContain(ended.profile)
  const request = { ...REQUEST, channel: 'walk_in', location: null, consent: true, privacy_version: '2026-11-22' }
  const entry = { ...request, person: { is: 'known', id: ended.profile } }
  expect((await halima.call('POST', '/api/admin/applications', entry, newKey())).status).toBe(404)
  await expectRefused(() => send(ended.profile), 'claim_refused', /ended/)
  await expectRefused(() => claim(ended.case_number, early), 'code_not_accepted')
  const code = await sentCode(kept.profile)
  expect((await claim(ended.case_number, code)).body).toEqual({ requests: 2 })
  expect([(await sign(ended.paper, ladi)).status, (await sign(kept.paper, ladi)).status]).toEqual([200, 200])

  expect((await ladi.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  const left = await onlyRow(
    server.core.db,
    sql`select (select count(*) from documents where user_id in (${ended.user_id}, ${kept.user_id}))::int as documents,
               (select count(*) from data_keys where user_id in (${ended.user_id}, ${kept.user_id}))::int as keys,
               (select count(*) from aid_applications where erased_at is null)::int as requests,
               (select count(*) from profile_claims)::int as claims`,
    z.unknown(),
  )
  expect(left).toEqual({ documents: 0, keys: 0, requests: 0, claims: 0 })
})

test('an administrator undoes a claim: the very requests that moved go back, and their papers are closed to the account', async () => {
  const { case_number: number, paper, profile } = await enter()
  const own = await ladi.askLater()
  await claim(number, await sentCode(profile))
  expect(await casesOf(ladi)).toHaveLength(2)
  expect((await musa.call('POST', `/api/admin/claims/${profile}/undoing`)).body).toEqual({ id: profile })
  expect(await casesOf(ladi)).toMatchObject([{ id: own }])
  expect((await sign(paper, ladi)).status).toBe(404)
  expect(await people()).toContain(profile)
  await expectRefused(() => musa.call('POST', `/api/admin/claims/${profile}/undoing`), 'not_found')
  const undone = (await readAudit(server)).filter(({ action }) => action === 'beneficiary.claim_undone')
  expect(undone).toHaveLength(2)
  // It can be claimed again, by the right person.
  server.clock.advance(minutes(1))
  const bola = await newPerson(server, 'bola')
  expect((await claim(number, await sentCode(profile), bola)).body).toEqual({ requests: 1 })
})

test('a claim and its undoing leave nothing of the former owner: no account, no wish, no profile, and the next account waits and is checked', async () => {
  const { id, case_number: number, profile, user_id: entered } = await enter()
  await musa.call('PATCH', `/api/admin/beneficiaries/${profile}`, { is_approved: true })
  expect((await musa.call('PATCH', `/api/admin/applications/${id}`, { status: 'approved' })).status).toBe(200)
  await payouts.fill(60_000)
  const [sani, hauwa] = await payouts.administrators('sani', 'hauwa')
  if (!sani || !hauwa) throw new Error('four administrators')
  await payouts.granted(id, 20_000, [sani, hauwa])
  const ofAward = z.object({ awards: z.array(z.object({ receiving: z.unknown() })) })
  const receiving = async () =>
    ofAward.parse((await musa.call('GET', `/api/admin/applications/${id}/awards`)).body).awards[0]?.receiving
  const payee = (who: Person, account: object) => who.call('POST', `/api/applications/${id}/payee`, account)
  // The bank gives this name for an account that ends in 1.
  const stranger = { bank_code: '058', account_number: '0000000001', account_name: 'MUSA BALA' }

  await ladi.call('PUT', '/api/profile', { full_name: 'Musa Bala', phone: '', address: '' })
  server.clock.advance(minutes(1))
  expect((await claim(number, await sentCode(profile))).body).toEqual({ requests: 1 })
  expect((await payee(ladi, stranger)).body).toMatchObject({ needs_check: true })
  expect(await receiving()).toMatchObject({ way: 'account', changes: [{ what: 'name', before: 'Ladi Bello' }] })
  const own = await profileIdOf(server, ladi.userId)
  const profileOf = async () => (await halima.call('GET', `/api/admin/beneficiaries/${own}`)).body
  expect(await profileOf()).toMatchObject({ phone: '0803 111 2222', is_approved: false })
  server.clock.advance(minutes(1))

  expect((await musa.call('POST', `/api/admin/claims/${profile}/undoing`)).status).toBe(200)
  expect(await receiving()).toEqual({ way: null, payee: null, changes: [], waits_until: null })
  expect(await profileOf()).toMatchObject({ full_name: 'Musa Bala', phone: '', address: '', is_approved: false })
  expect(await payouts.balance('committed:school')).toBe(0n)
  const award = (await payouts.granted(id, 20_000, [sani, hauwa])).id
  const disburse = (more: object) => payouts.disburse(sani, award, 1_000, { kind: 'bank', ...more })
  await payouts.expectRefused(() => disburse({}), 'payee_not_usable')
  const left = await onlyRow(
    server.core.db,
    sql`select id::text from payees where application_id = ${id}`,
    z.object({ id: z.string() }),
  )
  await payouts.expectRefused(() => disburse({ payee: left.id }), 'payee_not_usable')

  // The right person, after the stranger: a wish of the first claimer would go as well.
  server.clock.advance(minutes(1))
  const bola = await newPerson(server, 'bola')
  await bola.call('PUT', '/api/profile', { full_name: 'Ladi Bello Danjuma', phone: '0803 111 2222' })
  expect((await claim(number, await sentCode(profile), bola)).body).toEqual({ requests: 1 })
  const hers = { bank_code: '058', account_number: '0000000008', account_name: 'DANJUMA HELEN' }
  const tomorrow = new Date(server.clock.now().getTime() + hours(24)).toISOString()
  expect((await payee(bola, hers)).body).toMatchObject({ needs_check: true, usable_from: tomorrow })
  expect((await bola.call('POST', `/api/applications/${id}/payee/cash`)).status).toBe(200)
  expect(await receiving()).toMatchObject({ way: 'cash' })
  expect((await musa.call('POST', `/api/admin/claims/${profile}/undoing`)).status).toBe(200)
  expect(await receiving()).toMatchObject({ way: null, payee: null })
  expect(entered).not.toBe(bola.userId)
  await expectBooksBalance(server)
})

test('of two accounts that claim with one code at once, one has it', async () => {
  const { case_number: number, profile } = await enter()
  const bola = await newPerson(server, 'bola')
  const code = await sentCode(profile)
  const [one, other] = await Promise.all([claim(number, code), claim(number, code, bola)])
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 403])
})

test('where no text messages can be sent, staff and the person are told so, and nothing is sent', async () => {
  const { case_number: number, profile } = await enter()
  const { accounts } = server.core.env
  Object.assign(server.core.env, { accounts: { ...accounts, phoneFactor: false } })
  try {
    await expectRefused(() => send(profile), 'claim_refused', /No text messages are sent here/)
    const ask = () => ladi.call('POST', '/api/account/claims/code', { case_number: number })
    await expectRefused(ask, 'claim_refused', /No text messages are sent here/)
    expect(await readTexts()).toEqual([])
  } finally {
    Object.assign(server.core.env, { accounts })
  }
})
