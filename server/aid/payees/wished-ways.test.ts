/** A person who asks for cash or a vendor is not paid to their account any more: another may have it now. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { answerAbout, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours, seconds } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const payouts = usePayouts()
let staff: Administrator[]
let halima: Administrator
let musa: Administrator
let amina: Person
let request: string
let award: string
beforeEach(async () => {
  staff = await payouts.administrators('halima', 'musa')
  const [first, second] = staff
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
  amina = await newPerson(payouts.server)
  await payouts.fill(60_000)
  request = await payouts.approved(amina, halima)
  award = (await payouts.granted(request, 20_000, staff)).id
  await nameAccount()
})

const HERS = { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' }
const SCHOOL = {
  kind: 'school',
  name: 'Sunrise School',
  bank_code: '058',
  account_number: '0123450008',
  account_name: 'DANJUMA HELEN',
}
const ask = (way: string, body: object = {}) => amina.call('POST', `/api/applications/${request}/payee${way}`, body)
const nameAccount = () => ask('', HERS)
const release = (id: string) => payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' })

test.each([
  ['cash', '/cash', {}],
  ['a vendor', '/vendor', SCHOOL],
])(
  'whose wish is %s by now: nothing goes to the account of before, until they name it again',
  async (_what, way, body) => {
    const proposed = lastOf(awardIn(await payouts.disburse(halima, award, 5_000, { kind: 'bank' }))).id
    expect((await ask(way, body)).status).toBe(200)
    await payouts.expectRefused(() => release(proposed), 'payee_not_usable')
    await payouts.expectRefused(() => payouts.disburse(halima, award, 1_000, { kind: 'bank' }), 'payee_not_usable')
    expect((await nameAccount()).status).toBe(200)
    expect(lastOf(awardIn(await release(proposed))).state).toBe('sending')
    await expectBooksBalance(payouts.server)
  },
)

test.each([
  ['cash', '/cash', {}, { way: 'cash' }],
  ['vendor', '/vendor', SCHOOL, { way: 'vendor', vendor: 'Sunrise School', account_ending: '0008' }],
])('a wish for %s is in the data export of its person alone', async (_what, way, body, said) => {
  const bisi = await newPerson(payouts.server, 'bisi')
  expect((await ask(way, body)).status).toBe(200)
  const payeesOf = async (who: Person) => (await who.call('GET', '/api/account/data')).body['payees']
  expect(await payeesOf(amina)).toMatchObject([
    { request, account_ending: '6785' },
    { request, ...said },
  ])
  expect(await payeesOf(bisi)).toEqual([])
})

test('a transfer that a person makes shows no account number once its owner asked for cash', async () => {
  const named = awardIn(await payouts.disburse(halima, award, 5_000, { kind: 'bank' }))
  const payee = lastOf(named).payee?.id
  await payouts.act(halima, `/payouts/${lastOf(named).id}/cancel`, { expected_state: 'proposed' })
  const id = await payouts.released(award, 5_000, staff, { payee })
  const read = () => musa.call('GET', `/api/admin/payouts/${id}/account`)
  expect((await read()).body).toMatchObject({ account_number: HERS.account_number })
  expect((await ask('/cash')).status).toBe(200)
  await payouts.expectRefused(read, 'payee_not_usable')
})

/** Asks for a vendor, whose account two administrators then compare. @returns its id */
async function askForVendor() {
  expect((await ask('/vendor', SCHOOL)).status).toBe(200)
  const { id } = await onlyRow(
    payouts.server.core.db,
    sql`select id::text from payees where kind = 'school'`,
    z.object({ id: z.string() }),
  )
  await payouts.act(halima, `/payees/${id}/check`)
  expect((await answerAbout(payouts.server, musa, id)).body).toMatchObject({ state: 'confirmed' })
  return id
}

test.each([
  ['cash', () => ask('/cash')],
  ['their own account', () => nameAccount()],
  ['another vendor', () => ask('/vendor', { ...SCHOOL, account_number: '0123450018' })],
])('a payout to a vendor goes no further once its applicant asks for %s', async (_what, change) => {
  const payee = await askForVendor()
  const [proposed, released] = [
    await payouts.disburse(halima, award, 5_000, { payee }),
    await payouts.released(award, 1_000, staff, { payee }),
  ]
  const sending = lastOf(awardIn(await payouts.disburse(halima, award, 2_000, { kind: 'bank', payee }))).id
  expect(lastOf(awardIn(await release(sending))).state).toBe('sending')
  const first = awardIn(proposed).payouts.find(({ amount }) => amount === 5_000)?.id ?? ''
  expect((await change()).status).toBe(200)
  await payouts.expectRefused(() => release(first), 'payee_not_usable')
  await payouts.expectRefused(() => musa.call('GET', `/api/admin/payouts/${released}/account`), 'payee_not_usable')
  for (const wait of [0, seconds(11), seconds(31)]) await payouts.server.pass(wait, /^(payouts|payments|sandbox)/)
  expect(await transfersMade()).toEqual([])
  // Staff may still choose the vendor, as who grants it decides how it is paid.
  expect((await payouts.disburse(halima, award, 1_000, { payee })).status).toBe(201)
  expect((await ask('/vendor', SCHOOL)).status).toBe(200)
  expect(awardIn(await release(first)).payouts.find(({ id }) => id === first)?.state).toBe('released')
  await expectBooksBalance(payouts.server)
})

const transfersMade = () =>
  rows(payouts.server.core.db, sql`select reference from sandbox_transfers`, z.object({ reference: z.string() }))

test.each([
  ['asked for cash', () => ask('/cash')],
  ['named another account', () => ask('', { ...HERS, account_number: '0123456795' })],
])('a transfer is not sent to the account of who %s after its release', async (_what, change) => {
  const id = lastOf(awardIn(await payouts.disburse(halima, award, 5_000, { kind: 'bank' }))).id
  expect(lastOf(awardIn(await release(id))).state).toBe('sending')
  expect((await change()).status).toBe(200)
  for (const wait of [0, seconds(11), seconds(31)]) await payouts.server.pass(wait, /^(payouts|payments|sandbox)/)
  expect(await transfersMade()).toEqual([])
  const { body } = await musa.call('GET', `/api/admin/applications/${request}/awards`)
  expect(body['awards']).toMatchObject([{ payouts: [{ state: 'failed', attempt: { state: 'refused' } }] }])
  expect((await payouts.act(musa, `/payouts/${id}/cancel`, { expected_state: 'failed' })).status).toBe(200)
  await expectBooksBalance(payouts.server)
})

test('who asks for another way than before is told by mail, once for each change', async () => {
  const told = async () =>
    (await readMails(payouts.server)).filter(
      ({ subject, recipient }) =>
        recipient === amina.email && subject === 'Another way to be paid was chosen for your request',
    ).length
  const other = { ...SCHOOL, account_number: '0123450018' }
  for (const [way, body, count] of [
    ['/cash', {}, 1],
    ['/cash', {}, 1],
    ['/vendor', SCHOOL, 2],
    ['/vendor', other, 3],
    ['', HERS, 4],
    ['', HERS, 4],
  ] as const) {
    expect((await ask(way, body)).status).toBe(200)
    expect([way, await told()]).toEqual([way, count])
  }
})

test('who says for the first time how they receive it gets no mail', async () => {
  const bello = await newPerson(payouts.server, 'bello')
  const first = await payouts.approved(bello, halima)
  const before = (await readMails(payouts.server)).length
  expect((await bello.call('POST', `/api/applications/${first}/payee/cash`, {})).status).toBe(200)
  expect(await readMails(payouts.server)).toHaveLength(before)
})

test('a vendor that they alone named goes with their account, and can be named again; one that others ask for stays', async () => {
  const bello = await newPerson(payouts.server, 'bello')
  const his = await payouts.approved(bello, halima)
  const school = { ...SCHOOL, name: 'Quiet School', bank_code: '057', account_number: '0000000008' }
  const landlord = { ...SCHOOL, kind: 'landlord', name: 'Mr Quiet' }
  const namedBy = (person: Person, id: string, vendor: object) =>
    person.call('POST', `/api/applications/${id}/payee/vendor`, vendor)
  for (const vendor of [landlord, school]) expect((await namedBy(bello, his, vendor)).status).toBe(200)
  expect((await ask('/vendor', school)).status).toBe(200)
  const Vendor = z.object({ name: z.string().nullable(), isGone: z.boolean() })
  const vendors = () =>
    rows(
      payouts.server.core.db,
      sql`select name, num_nulls(account_encrypted, resolved_name) = 2 as "isGone" from payees
           where application_id is null order by created_at, id`,
      Vendor,
    )
  expect((await bello.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  const kept = { name: 'Quiet School', isGone: false }
  expect(await vendors()).toEqual([{ name: null, isGone: true }, kept])
  const listed = async () => JSON.stringify((await halima.call('GET', '/api/admin/payees')).body)
  expect(await listed()).not.toContain('landlord')
  expect((await ask('/vendor', landlord)).status).toBe(200)
  expect(await vendors()).toEqual([{ name: null, isGone: true }, kept, { name: 'Mr Quiet', isGone: false }])
  expect(await listed()).toContain('Mr Quiet')
  await payouts.server.pass(hours(25), /^acts|digest|books/)
  await expectBooksBalance(payouts.server)
})
