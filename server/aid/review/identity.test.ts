/** The mark that staff checked who a person is: who may set it, what it spares, and when it goes. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let amina: Person
let request: string
let profile: string
beforeEach(async () => {
  halima = await newAdministrator(payouts.server, 'halima')
  musa = await newAdministrator(payouts.server, 'musa')
  amina = await newPerson(payouts.server)
  request = z.uuid().parse((await amina.ask(REQUEST)).body['id'])
  profile = (await profileOf(amina)).id
})

const ProfileRow = z.object({ id: z.string(), is_approved: z.boolean(), marked_by: z.string().nullable() })
const profileOf = ({ userId }: Person) =>
  onlyRow(
    payouts.server.core.db,
    sql`select id::text, is_approved, marked_by::text from profiles where user_id = ${userId}::uuid`,
    ProfileRow,
  )
const auditOf = async () =>
  (
    await rows(
      payouts.server.core.db,
      sql`select action from audit_events where subject_id = ${profile} order by created_at, id`,
      z.object({ action: z.string() }),
    )
  ).map(({ action }) => action)

const HERS = { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' }
const nameAccount = () => amina.call('POST', `/api/applications/${request}/payee`, HERS)
const needsCheck = async () => {
  const Own = z.object({ payee: z.object({ needs_check: z.boolean() }) })
  return Own.parse((await amina.call('GET', `/api/applications/${request}/payee`)).body).payee.needs_check
}
const approve = (by: Administrator, more: object = {}) =>
  by.call('PATCH', `/api/admin/applications/${request}`, { status: 'approved', ...more })
const mark = (by: Administrator, isChecked = true) =>
  by.call('PATCH', `/api/admin/beneficiaries/${profile}`, { is_approved: isChecked })
const accountId = async () =>
  (await onlyRow(payouts.server.core.db, sql`select id::text from payees`, z.object({ id: z.string() }))).id

test('an account of a person whom nobody checked is paid after two people compared it, or after the mark', async () => {
  await payouts.fill(100_000)
  await nameAccount()
  await approve(halima)
  expect(await needsCheck()).toBe(true)
  const terms = (await halima.call('GET', `/api/admin/applications/${request}/awards`)).body
  expect(terms['terms'] ?? terms).toMatchObject({ receiving: { payee: { usable: false, usable_once_checked: true } } })
  const { id } = await payouts.granted(request, 20_000, [halima, musa])
  await payouts.expectRefused(() => payouts.disburse(halima, id, 20_000, { kind: 'bank' }), 'payee_not_usable')

  // Both ways end the wait; taking the mark back begins it again.
  await mark(halima)
  expect(await needsCheck()).toBe(false)
  await mark(musa, false)
  expect(await needsCheck()).toBe(true)
  const account = await accountId()
  expect((await halima.call('POST', `/api/admin/payees/${account}/check`)).status).toBe(200)
  const { items } = z
    .object({ items: z.array(z.object({ id: z.uuid(), facts: z.array(z.unknown()) })) })
    .parse((await musa.call('GET', '/api/admin/decisions')).body)
  expect(items[0]?.facts).toContainEqual({ name: 'account_warnings', before: null, after: 'identity' })
  expect((await musa.call('POST', `/api/admin/decisions/${items[0]?.id}/confirmation`)).status).toBe(200)
  expect(await needsCheck()).toBe(false)
  // It stays compared, whatever happens to the mark.
  await mark(musa)
  await mark(musa, false)
  expect(await needsCheck()).toBe(false)
  expect((await payouts.disburse(halima, id, 20_000, { kind: 'bank' })).status).toBe(201)
  await expectBooksBalance(payouts.server)
})

test('a decision sets the mark, and taking it back clears it', async () => {
  await nameAccount()
  const approved = await approve(halima, { identity_checked: true })
  expect(approved).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await profileOf(amina)).toMatchObject({ is_approved: true, marked_by: halima.userId })
  expect(await needsCheck()).toBe(false)
  const undone = await halima.call('POST', `/api/admin/applications/${request}/undo`, { expected_version: 2 })
  expect(undone.status).toBe(200)
  expect(await profileOf(amina)).toMatchObject({ is_approved: false, marked_by: null })
  expect(await auditOf()).toEqual(['beneficiary.approved', 'beneficiary.unapproved'])

  // A mark of before stays where a decision is taken back.
  await mark(musa)
  await approve(halima, { identity_checked: true })
  await halima.call('POST', `/api/admin/applications/${request}/undo`, { expected_version: 4 })
  expect(await profileOf(amina)).toMatchObject({ is_approved: true, marked_by: musa.userId })

  const rejected = { status: 'rejected', reason: 'No.', identity_checked: true }
  expect(await halima.call('PATCH', `/api/admin/applications/${request}`, rejected)).toMatchObject({ status: 400 })
})

test('the mark goes with a change of the name alone', async () => {
  await mark(halima)
  await amina.call('PUT', '/api/profile', { full_name: ' amina  YUSUF ', phone: '08039999999' })
  expect((await profileOf(amina)).is_approved).toBe(true)
  await amina.call('PUT', '/api/profile', { full_name: 'Amina Bello' })
  expect(await profileOf(amina)).toMatchObject({ is_approved: false, marked_by: null })
})

test('the mark is refused where the person has another name than the one that was checked', async () => {
  await amina.call('PUT', '/api/profile', { full_name: 'Amina Bello' })
  const markAs = (name: string) =>
    halima.call('PATCH', `/api/admin/beneficiaries/${profile}`, { is_approved: true, full_name: name })
  await payouts.expectRefused(() => markAs('Amina Yusuf'), 'applicant_changed')
  expect((await profileOf(amina)).is_approved).toBe(false)
  expect((await markAs('amina  BELLO')).status).toBe(200)
})

test('whoever began to compare an account does not set the mark that would end the comparison', async () => {
  await nameAccount()
  await halima.call('POST', `/api/admin/payees/${await accountId()}/check`)
  await payouts.expectRefused(() => mark(halima), 'second_administrator_needed')
  await payouts.expectRefused(() => approve(halima, { identity_checked: true }), 'second_administrator_needed')
  expect((await profileOf(amina)).is_approved).toBe(false)
  expect((await mark(musa)).status).toBe(200)
})

test('no one checks themselves, their household or the applicant of a request that they entered', async () => {
  const other = await newPerson(payouts.server, 'bola')
  await halima.call('POST', `/api/admin/beneficiaries/${profile}/links`, {
    other: (await profileOf(other)).id,
    link: 'same_household',
  })
  const { db } = payouts.server.core
  const becomes = (person: Person) =>
    db.execute(
      sql`update profiles set role = 'admin', staff_roles = '{administrator}' where user_id = ${person.userId}::uuid`,
    )
  await becomes(other)
  await payouts.expectRefused(
    () => other.call('PATCH', `/api/admin/beneficiaries/${profile}`, { is_approved: true }),
    'own_request',
  )
  const marked = sql`update profiles set is_approved = true, marked_by = ${other.userId}::uuid, marked_at = now() where id = ${profile}::uuid`
  expect(await payouts.refusedByDatabase(marked)).toBe('TK006')
  await db.execute(sql`update aid_applications set entered_by = ${musa.userId}::uuid, channel = 'call'`)
  await payouts.expectRefused(() => mark(musa), 'own_request')
  expect((await mark(halima)).status).toBe(200)
})
