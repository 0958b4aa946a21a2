/** Payees: applicants name an account by the name its bank gives, vendors are confirmed by two people, and changes are told. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import ha from '../../../contract/languages/ha.json' with { type: 'json' }
import type { Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { raceBehindLock } from '../../../test/support/race-behind-lock.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { hours } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { compareNames } from '../../record/profiles/name-match.ts'
import { answerAbout } from '../../../test/support/administering.ts'

const payouts = usePayouts({ LANGUAGES_DRAFTS: 'on' })
let halima: Administrator
let musa: Administrator
let amina: Person
let request: string
beforeEach(async () => {
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
  amina = await newPerson(payouts.server)
  request = await payouts.approved(amina, halima)
})

/** An account whose bank gives the name YUSUF AMINA HAUWA. */
const HERS = { bank_code: '058', account_number: '0123456785' }
const HER_NAME = 'YUSUF AMINA HAUWA'
const name = (who: Person, id: string, account: object) => who.call('POST', `/api/applications/${id}/payee`, account)
const stored = () =>
  rows(
    payouts.server.core.db,
    sql`select payees::text as row from payees order by created_at`,
    z.object({ row: z.string() }),
  )

test('an applicant sees the name on an account, confirms it, and it can be used at once', async () => {
  const banks = z
    .object({ items: z.array(z.object({ code: z.string(), name: z.string() })) })
    .parse((await amina.call('GET', '/api/banks')).body).items
  expect(banks).toContainEqual({ code: '999992', name: 'OPay Digital Services Limited (OPay)' })
  // It supports no transfers.
  expect(banks.map(({ code }) => code)).not.toContain('076')
  expect((await amina.call('POST', '/api/banks/account-name', HERS)).body).toEqual({ account_name: HER_NAME })
  expect((await amina.call('GET', `/api/applications/${request}/payee`)).body).toEqual({ payee: null, wish: null })

  const named = {
    bank_name: 'Guaranty Trust Bank',
    account_ending: '6785',
    account_name: HER_NAME,
    usable_from: payouts.server.clock.now().toISOString(),
    doubt: null,
    needs_check: false,
    receiver: null,
  }
  const answer = await name(amina, request, { ...HERS, account_name: HER_NAME })
  expect([answer.status, answer.body]).toEqual([200, named])
  // Again: nothing changes.
  expect((await name(amina, request, { ...HERS, account_name: HER_NAME })).body).toEqual(named)
  expect((await amina.call('GET', `/api/applications/${request}/payee`)).body).toEqual({ payee: named, wish: null })
  const all = await stored()
  expect(all).toHaveLength(1)
  expect(all[0]?.row).not.toContain(HERS.account_number)
  expect(payouts.server.logged()).not.toContain(HERS.account_number)
})

const VENDOR = { kind: 'school', name: 'Sunrise School', bank_code: '057', account_number: '0000000008' }
test.each([
  ['an account', '', { ...HERS, account_name: HER_NAME }],
  ['a vendor', '/vendor', { ...VENDOR, account_name: 'DANJUMA HELEN' }],
  ['cash', '/cash', {}],
])('%s that is named while the request moves to another applicant is refused', async (_what, way, wish) => {
  const bello = await newPerson(payouts.server, 'bello')
  const move = sql`update aid_applications set user_id = ${bello.userId}::uuid where id = ${request}::uuid`
  const refused = await raceBehindLock(
    payouts.server.database,
    (tx) => tx.execute(move),
    () => amina.call('POST', `/api/applications/${request}/payee${way}`, wish),
  )
  const wishes = sql`select application_id from receiving_wishes`
  expect([refused.status, await stored(), await rows(payouts.server.core.db, wishes, z.unknown())]).toEqual([
    404,
    [],
    [],
  ])
})

test('a changed account waits a day, and the applicant is told', async () => {
  await name(amina, request, { ...HERS, account_name: HER_NAME })
  const other = { bank_code: '50515', account_number: '8030000005', account_name: HER_NAME }
  const answer = await name(amina, request, other)
  const tomorrow = new Date(payouts.server.clock.now().getTime() + hours(24)).toISOString()
  expect(answer.body).toMatchObject({ account_ending: '0005', usable_from: tomorrow })
  const mail = (await readMails(payouts.server)).find(({ subject }) => subject.startsWith('Another bank account'))
  expect(mail?.recipient).toBe(amina.email)
  // Depends on a limit that administrators set: a minute in the sandbox.
  expect(mail?.text).toContain('We wait before we use it. See your page.')
  await amina.call('PUT', '/api/profile', { language: 'ha' })
  await name(amina, request, { ...HERS, account_name: HER_NAME })
  const told = (await readMails(payouts.server)).map(({ subject }) => subject)
  expect(told).toContain(ha['requestNews.acts.payeeChanged.subject'])
})

test('is refused: an account without a name, another name than the one confirmed, a stranger’s name, a stranger’s request', async () => {
  const refused = async (account: object, code: string, who = amina, id = request) => {
    const before = await stored()
    const { body } = await name(who, id, account)
    expect(body).toMatchObject({ code })
    // It is about an account, not about a payment.
    expect(JSON.stringify(body)).not.toContain('charged')
    expect(await stored()).toEqual(before)
  }
  await refused({ ...HERS, account_number: '9999999999', account_name: HER_NAME }, 'account_not_found')
  await refused({ ...HERS, bank_code: '076', account_name: HER_NAME }, 'account_not_found')
  await refused({ ...HERS, account_number: '123', account_name: HER_NAME }, 'invalid_input')
  await refused({ ...HERS, account_name: 'Amina Yusuf' }, 'account_name_changed')
  await refused({ ...HERS, account_number: '0000000001', account_name: 'MUSA BALA' }, 'account_name_differs')
  const bello = await newPerson(payouts.server, 'bello')
  await refused({ ...HERS, account_name: HER_NAME }, 'not_found', bello)
  for (const status of [400, 429]) {
    await payouts.server.control('/switches', { resolvesADay: { max: 0, status } })
    await refused({ ...HERS, account_name: HER_NAME }, 'provider_unavailable')
  }
  await payouts.server.control('/switches', { calls: { resolve: { fault: 'html' } } })
  await refused({ ...HERS, account_name: HER_NAME }, 'provider_unavailable')
})

test('one name in common, or the account of another applicant: two administrators check it, neither of them a relative', async () => {
  await amina.call('PUT', '/api/profile', { full_name: 'Amina Bello', phone: '08030000000', address: '5 Zoo Road' })
  request = await payouts.approved(amina, halima)
  expect((await name(amina, request, { ...HERS, account_name: HER_NAME })).body).toMatchObject({ needs_check: true })
  const hauwa = await newPerson(payouts.server, 'hauwa')
  const second = await payouts.approved(hauwa, halima)
  expect((await name(hauwa, second, { ...HERS, account_name: HER_NAME })).body).toMatchObject({ needs_check: true })
  const list = async (by: Administrator) =>
    z
      .object({ items: z.array(z.looseObject({ id: z.string(), application_id: z.string().nullable() })) })
      .parse((await by.call('GET', '/api/admin/payees')).body).items
  const id = (await list(musa)).find(({ application_id }) => application_id === request)?.id ?? ''
  expect(await list(musa)).toMatchObject([
    { shared: true, match: 'match', name: 'Amina Yusuf' },
    { shared: false, match: 'look', name: 'Amina Bello', account_name: HER_NAME, may_check: true },
  ])

  // Halima has named the same account for her own request.
  const asked = await halima.call('GET', '/api/admin/payees')
  expect(asked.status).toBe(200)
  await payouts.server.core.db.execute(
    sql`insert into payees (id, kind, application_id, bank_code, bank_name, account_hmac, account_ending, match, shared, recipient_code,
                            usable_from, proposed_by, created_at, replaced_at)
        select gen_random_uuid(), 'applicant', application_id, bank_code, bank_name, account_hmac, account_ending, match, shared,
               recipient_code, usable_from, ${halima.userId}::uuid, created_at, now() from payees where id = ${id}::uuid`,
  )
  expect((await payouts.act(halima, `/payees/${id}/check`)).body).toMatchObject({ code: 'own_request' })
  expect((await payouts.propose(halima, request, 1_000)).body).toMatchObject({ code: 'own_request' })

  const [ladi] = await payouts.administrators('ladi')
  if (!ladi) throw new Error('a third administrator')
  expect((await payouts.act(musa, `/payees/${id}/check`)).body).toMatchObject({
    proposal: { proposed_by: { user_id: musa.userId } },
  })
  expect((await answerAbout(payouts.server, musa, id)).body).toMatchObject({ code: 'second_administrator_needed' })
  expect((await payouts.act(ladi, `/payees/${id}/check`)).body).toMatchObject({ code: 'already_proposed' })
  expect((await answerAbout(payouts.server, ladi, id)).body).toMatchObject({ state: 'confirmed' })
  expect((await answerAbout(payouts.server, ladi, id)).body).toMatchObject({ code: 'not_found' })
})

test('a vendor is proposed by one administrator, confirmed by another, and is one payee for ever', async () => {
  const propose = () => payouts.act(halima, '/payees', { ...VENDOR, account_name: 'DANJUMA HELEN' })
  const made = await propose()
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({ match: 'none', needs_check: true, may_check: false }),
  ])
  const id = z.string().parse(made.body['id'])
  expect((await propose()).body['id']).toBe(id)
  expect((await answerAbout(payouts.server, halima, id)).body).toMatchObject({
    code: 'second_administrator_needed',
  })
  expect((await answerAbout(payouts.server, musa, id)).body).toMatchObject({
    state: 'confirmed',
    decided_by: { user_id: musa.userId },
  })
  const change = sql`update payees set recipient_code = 'RCP_other'`
  expect(await payouts.refusedByDatabase(change)).toBe('TK001')
})

const receiving = async (by: Administrator) =>
  z
    .object({ awards: z.array(z.object({ receiving: z.unknown() })) })
    .parse((await by.call('GET', `/api/admin/applications/${request}/awards`)).body).awards[0]?.receiving
const SCHOOL = { kind: 'school', name: 'Sunrise School', bank_code: '057', account_number: '0000000008' }

test('someone else’s account is used only after two administrators have looked at it, and goes with the applicant', async () => {
  await payouts.fill(60_000)
  const award = await payouts.granted(request, 20_000, [halima, musa])
  expect(await receiving(halima)).toEqual({ way: null, payee: null, changes: [], waits_until: null })
  const theirs = { bank_code: '058', account_number: '0000000001', account_name: 'MUSA BALA' }
  const send = (receiver: object) => name(amina, request, { ...theirs, receiver })
  expect((await send({ name: 'Chidi Eze', relation: 'relative' })).body).toMatchObject({ code: 'account_name_differs' })
  expect((await send({ name: 'Bala Musa', relation: 'friend' })).body).toMatchObject({ code: 'invalid_input' })
  const receiver = { name: 'Bala Musa', relation: 'spouse' }
  expect((await send(receiver)).body).toMatchObject({ receiver, needs_check: true, account_name: 'MUSA BALA' })
  expect(await receiving(halima)).toMatchObject({ way: 'account', payee: { name: 'Bala Musa', usable: false } })
  const disburse = () => payouts.disburse(halima, award.id, 1_000, { kind: 'bank' })
  await payouts.expectRefused(disburse, 'payee_not_usable')
  const [waiting] = z
    .object({ items: z.array(z.looseObject({ id: z.string() })) })
    .parse((await musa.call('GET', '/api/admin/payees')).body).items
  expect(waiting).toMatchObject({ kind: 'guardian', relation: 'spouse', name: 'Bala Musa', application_id: request })
  await payouts.act(halima, `/payees/${waiting?.id}/check`)
  await payouts.expectRefused(disburse, 'payee_not_usable')
  expect((await answerAbout(payouts.server, musa, waiting?.id)).body).toMatchObject({ state: 'confirmed' })
  expect((await disburse()).status).toBe(201)

  expect(JSON.stringify((await amina.call('GET', '/api/account/data')).body)).toContain('Bala Musa')
  expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  expect((await stored()).map(({ row }) => row).join()).not.toMatch(/Bala|BALA/)
})

test('an applicant asks for cash, or to pay a vendor that two administrators then confirm, and staff see it', async () => {
  await payouts.fill(60_000)
  const award = await payouts.granted(request, 20_000, [halima, musa])
  const ask = (way: string, body?: object, who = amina) =>
    who.call('POST', `/api/applications/${request}/payee/${way}`, body)
  expect((await ask('cash', undefined, await newPerson(payouts.server, 'bello'))).status).toBe(404)
  expect((await ask('cash')).body).toEqual({ payee: null, wish: { way: 'cash' } })
  expect(await receiving(halima)).toEqual({ way: 'cash', payee: null, changes: [], waits_until: null })

  const before = await stored()
  const wrong = await ask('vendor', { ...SCHOOL, account_name: 'SUNRISE SCHOOL' })
  expect(wrong.body).toMatchObject({ code: 'account_name_changed' })
  expect(await stored()).toEqual(before)
  const school = { ...SCHOOL, account_name: 'DANJUMA HELEN' }
  expect((await ask('vendor', school)).body).toMatchObject({
    wish: { way: 'vendor', name: 'Sunrise School', account_ending: '0008', needs_check: true },
  })
  const [vendor] = z
    .object({ items: z.array(z.looseObject({ id: z.string() })) })
    .parse((await musa.call('GET', '/api/admin/payees')).body).items
  expect(vendor).toMatchObject({ kind: 'school', by_applicant: true, proposal: null, may_check: true })
  const disburse = () => payouts.disburse(halima, award.id, 1_000, { kind: 'bank', payee: vendor?.id })
  await payouts.expectRefused(disburse, 'payee_not_usable')
  await payouts.act(halima, `/payees/${vendor?.id}/check`)
  await answerAbout(payouts.server, musa, vendor?.id)
  expect(await receiving(halima)).toMatchObject({ way: 'vendor', payee: { id: vendor?.id, usable: true } })
  expect((await disburse()).status).toBe(201)
  // A vendor that is known is the same payee.
  expect((await ask('vendor', school)).body).toMatchObject({ wish: { needs_check: false } })

  expect((await name(amina, request, { ...HERS, account_name: HER_NAME })).status).toBe(200)
  expect(await receiving(halima)).toMatchObject({ way: 'account', payee: { account_ending: '6785' } })
})

const LISTED = z.object({ items: z.array(z.object({ name: z.string(), needs_check: z.boolean() })), more: z.boolean() })

test('vendors that an applicant named without end hide neither what waits nor a confirmed vendor', async () => {
  await halima.call('POST', '/api/admin/payees', { ...SCHOOL, account_name: 'DANJUMA HELEN' })
  const list = async (search = '') =>
    LISTED.parse((await musa.call('GET', `/api/admin/payees${search && `?search=${search}`}`)).body)
  const [school] = await rows(payouts.server.core.db, sql`select id::text from payees`, z.object({ id: z.string() }))
  await answerAbout(payouts.server, musa, school?.id)
  await payouts.server.core.db.execute(sql`
    insert into payees (id, kind, name, bank_code, bank_name, account_encrypted, account_hmac, account_ending, resolved_name, match, shared,
                        recipient_code, usable_from, proposed_by, created_at)
    select gen_random_uuid(), 'school', 'Shop ' || place, bank_code, bank_name, account_encrypted, sha256(place::text::bytea), '0001', 'SHOP', 'look', false,
           recipient_code, now(), ${amina.userId}::uuid, created_at + interval '1 hour' from payees, generate_series(1, 201) as place`)
  const school2 = { ...SCHOOL, account_number: '0000000001', name: 'Moonrise School', account_name: 'MUSA BALA' }
  await amina.call('POST', `/api/applications/${request}/payee/vendor`, school2)
  const all = await list()
  expect(all.items.slice(0, 2)).toEqual([
    { name: 'Moonrise School', needs_check: true },
    { name: 'Sunrise School', needs_check: false },
  ])
  expect([all.items.length, all.more]).toEqual([200, true])
  expect(await list('shop%20201')).toEqual({ items: [{ name: 'Shop 201', needs_check: true }], more: false })
  expect(await list('%25')).toEqual({ items: [], more: false })
})

test('who decides sees what was granted before to the applicant, the household, and people with the same account', async () => {
  await payouts.fill(60_000)
  const earlier = async () => (await halima.call('GET', `/api/admin/applications/${request}/awards`)).body['earlier']
  expect(await earlier()).toEqual([])
  await name(amina, request, { ...HERS, account_name: HER_NAME })
  const [bisi, chika] = [await newPerson(payouts.server, 'bisi'), await newPerson(payouts.server, 'chika')]
  const [hers, theirs] = [await payouts.approved(bisi, halima), await payouts.approved(chika, halima)]
  await name(bisi, hers, { ...HERS, account_name: HER_NAME })
  await payouts.granted(theirs, 3_000, [halima, musa])
  await payouts.server.core.db.execute(
    sql`insert into household_members (user_id, household_id) values (${amina.userId}::uuid, ${request}::uuid), (${chika.userId}::uuid, ${request}::uuid)`,
  )
  expect(await earlier()).toMatchObject([
    { of: 'household', application_id: theirs, amount: 3_000 },
    { of: 'same_account', application_id: hers, amount: null, granted_at: null },
  ])
})

test('the number and the name go with the account of the applicant', async () => {
  await name(amina, request, { ...HERS, account_name: HER_NAME })
  const exported = (await amina.call('GET', '/api/account/data')).body
  expect(JSON.stringify(exported)).toContain('6785')
  const closed = await amina.call('POST', '/api/account/closure', { password: PASSWORD })
  expect([closed.status, closed.body]).toEqual([200, expect.anything()])
  const kept = await rows(
    payouts.server.core.db,
    sql`select account_encrypted is null and account_hmac is null and resolved_name is null as erased from payees`,
    z.object({ erased: z.boolean() }),
  )
  expect(kept).toEqual([{ erased: true }])
})

test.each([
  ['Amina Yusuf', 'YUSUF AMINA HAUWA', 'match'],
  ['Ọláwálé Adéyẹmí', 'ADEYEMI OLAWALE', 'match'],
  ['Dr. Amina B. Yusuf', 'MRS YUSUF B AMINA', 'match'],
  ["Ngozi N'Dour", 'NDOUR NGOZI', 'match'],
  ['Bala Ɗanladi', 'DANLADI BALA', 'match'],
  ['Ƙasim Ƴaʼu', 'KASIM YAU', 'match'],
  ['Amina Bello', 'YUSUF AMINA', 'look'],
  ['Dr B Amina', 'DR B MUSA', 'none'],
  ['', 'YUSUF AMINA', 'none'],
])('%s and %s: %s', (known, resolved, match) => {
  expect(compareNames(known, resolved)).toBe(match)
})
