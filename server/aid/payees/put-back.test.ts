/** The undo of a change of address: it undoes later changes of the account too, and its owner gets a mail. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import { lastMail, openLink, readMails } from '../../../test/support/mails.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const payouts = usePayouts()
let staff: Administrator[]
let halima: Administrator
let amina: Person
let request: string
let award: string
beforeEach(async () => {
  staff = await payouts.administrators('halima', 'musa')
  const [first] = staff
  if (!first) throw new Error('an administrator')
  halima = first
  amina = await newPerson(payouts.server)
  await amina.call('PUT', '/api/profile', { birth_year: 1985, language: 'en' })
  await payouts.fill(60_000)
  request = await payouts.approved(amina, halima)
  award = (await payouts.granted(request, 20_000, staff)).id
  payouts.server.clock.advance(minutes(1))
})

/** Accounts whose bank gives the name YUSUF AMINA HAUWA. */
const HERS = { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' }
const THEIRS = { ...HERS, bank_code: '50515' }
const SCHOOL = {
  kind: 'school',
  name: 'Sunrise School',
  bank_code: '058',
  account_number: '0123450008',
  account_name: 'DANJUMA HELEN',
}
const ask = (way: string, body: object = {}) => amina.call('POST', `/api/applications/${request}/payee${way}`, body)

/** Moves the account to the address of a thief. @returns the link that undoes it */
async function moveAddress(): Promise<string> {
  expect((await amina.call('PUT', '/auth/v1/user', { email: 'thief@mail.example' })).status).toBe(200)
  const mails = await readMails(payouts.server)
  const confirm = mails.find(({ recipient, link }) => recipient === 'thief@mail.example' && link !== '')
  expect((await openLink(payouts.server, confirm?.link ?? '')).fragment).toHaveProperty('access_token')
  const { recipient, link } = await lastMail(payouts.server)
  expect(recipient).toBe(amina.email)
  payouts.server.clock.advance(minutes(1))
  return link
}

/** Closes every session, as the link does. */
const profileNow = () =>
  onlyRow(
    payouts.server.core.db,
    sql`select full_name, phone, address, bio, birth_year, language from profiles where user_id = ${amina.userId}::uuid`,
    z.record(z.string(), z.unknown()),
  )
const waysNow = () =>
  onlyRow(
    payouts.server.core.db,
    sql`select (select count(*) from payees where application_id = ${request}::uuid and replaced_at is null)::int as accounts,
               (select count(*) from receiving_wishes where application_id = ${request}::uuid)::int as wishes`,
    z.object({ accounts: z.number(), wishes: z.number() }),
  )
const restored = () =>
  rows(
    payouts.server.core.db,
    sql`select actor_kind, actor_id::text, after from audit_events where action = 'beneficiary.put_back'`,
    z.unknown(),
  )
const shownChanges = async () =>
  z
    .object({ awards: z.array(z.object({ receiving: z.object({ changes: z.array(z.unknown()) }) })) })
    .parse((await halima.call('GET', `/api/admin/applications/${request}/awards`)).body).awards[0]?.receiving.changes

test('the profile is as before, and its person and the staff hear of it', async () => {
  const before = await profileNow()
  const undo = await moveAddress()
  const theirs = { full_name: 'Amina Bala', phone: '08090000000', address: '1 Elsewhere, Kano', birth_year: 1990 }
  expect((await amina.call('PUT', '/api/profile', { ...theirs, language: null })).status).toBe(200)
  expect(await profileNow()).toMatchObject({ phone: '08090000000' })
  expect((await openLink(payouts.server, undo)).fragment).toHaveProperty('message')
  expect(await profileNow()).toEqual(before)
  const { recipient, text, subject } = await lastMail(payouts.server)
  expect([recipient, subject]).toEqual([amina.email, 'Your account has this email address again'])
  expect(text).toContain('Your name, telephone and address are as they were before the change.')
  // The account may have sent, corrected or withdrawn some.
  expect(text).toContain('your requests')
  expect(text).not.toContain('bank account')
  expect(await restored()).toEqual([{ actor_kind: 'applicant', actor_id: amina.userId, after: { changed: 'profile' } }])
  expect(await shownChanges()).toMatchObject([{ what: 'sign_in' }])
  await payouts.expectRefused(() => payouts.disburse(halima, award, 1_000, { kind: 'cash' }), 'applicant_changed')
  await expectBooksBalance(payouts.server)
})

test.each([
  ['an account in place of hers', '', THEIRS, { accounts: 0, wishes: 0 }],
  ['cash', '/cash', {}, { accounts: 1, wishes: 0 }],
  ['a vendor', '/vendor', SCHOOL, { accounts: 1, wishes: 0 }],
])('what was named since then is paid no more: %s', async (_what, way, body, left) => {
  expect((await ask('', HERS)).status).toBe(200)
  payouts.server.clock.advance(minutes(1))
  const undo = await moveAddress()
  expect((await ask(way, body)).status).toBe(200)
  expect((await openLink(payouts.server, undo)).fragment).toHaveProperty('message')
  expect(await waysNow()).toEqual(left)
  const { text } = await lastMail(payouts.server)
  expect(text).toContain('bank account')
  expect(text).not.toContain('Your name, telephone')
  expect(await restored()).toMatchObject([{ after: { changed: 'ways' } }])
})

test('what was there before the change stays, and nothing is said of it', async () => {
  expect((await ask('', HERS)).status).toBe(200)
  payouts.server.clock.advance(minutes(1))
  const before = [await profileNow(), await waysNow()]
  const undo = await moveAddress()
  expect((await openLink(payouts.server, undo)).fragment).toHaveProperty('message')
  expect([await profileNow(), await waysNow()]).toEqual(before)
  expect((await lastMail(payouts.server)).text).not.toMatch(/bank account|Your name, telephone/)
  expect(await restored()).toMatchObject([{ after: { changed: '' } }])
})

test.each([
  ['the first account', '', THEIRS, 'Another bank account was named for your request'],
  ['cash', '/cash', {}, 'Another way to be paid was chosen for your request'],
  ['a vendor', '/vendor', SCHOOL, 'Another way to be paid was chosen for your request'],
])(
  'named first, %s is told to the address of before, until it can have the account back no more',
  async (_what, way, body, subject) => {
    await moveAddress()
    const { status, body: named } = await ask(way, body)
    expect(status).toBe(200)
    const mail = await lastMail(payouts.server)
    expect([mail.recipient, mail.subject]).toEqual([amina.email, subject])
    const tomorrow = new Date(payouts.server.clock.now().getTime() + hours(24)).toISOString()
    expect(named['usable_from']).toBe(way === '' ? tomorrow : undefined)
    await payouts.server.core.db.execute(
      sql`update one_time_tokens set expires_at = ${payouts.server.clock.now().toISOString()}`,
    )
    await payouts.server.core.db.execute(sql`delete from receiving_wishes`)
    await payouts.server.core.db.execute(sql`update payees set replaced_at = now()`)
    const told = (await readMails(payouts.server)).length
    expect((await ask(way, body)).status).toBe(200)
    expect(await readMails(payouts.server)).toHaveLength(told)
    await expectBooksBalance(payouts.server)
  },
)

test('the account is not closed, nor anything of it erased, while its old address can have it back', async () => {
  const undo = await moveAddress()
  const close = () => amina.call('POST', '/api/account/closure', { password: PASSWORD })
  expect(await close()).toMatchObject({ status: 409, body: { code: 'account_not_empty' } })
  expect((await openLink(payouts.server, undo)).fragment).toHaveProperty('message')
  await expectBooksBalance(payouts.server)
})
