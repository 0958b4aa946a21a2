/** Messages that recipients get unasked: the code by text message, the reminder, and news of an answer recorded for them. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { whileRefused } from '../../../test/support/refused-row.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { decrypt } from '../../platform/crypto.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { isUnanswered } from './waiting-times.ts'

const DAY = hours(24)
const payouts = usePayouts()
let staff: Administrator[]
let amina: Person
let request: string
let award: string
beforeEach(async () => {
  staff = await payouts.administrators('halima', 'musa', 'ladi')
  amina = await newPerson(payouts.server)
  await payouts.fill(60_000)
  request = await payouts.approved(amina, first())
  award = (await payouts.granted(request, 40_000, staff)).id
})

function first(): Administrator {
  const [halima] = staff
  if (!halima) throw new Error('an administrator')
  return halima
}

async function sent(amount = 10_000): Promise<string> {
  const id = await payouts.released(award, amount, staff)
  expect((await payouts.handOver(first(), id, amount)).status).toBe(200)
  return id
}

const Own = z.object({
  award: z.object({
    payouts: z.array(
      z.object({
        unanswered: z.boolean(),
        slip: z.object({ number: z.string(), code: z.string() }).nullable(),
        answer: z.string().nullable(),
      }),
    ),
  }),
})
async function own(by: Pick<Person, 'call'> = amina) {
  const [disbursement] = Own.parse((await by.call('GET', `/api/applications/${request}/award`)).body).award.payouts
  if (!disbursement) throw new Error('a disbursement')
  return disbursement
}

/** Calls as Amina weeks later. */
async function signInAgain(): Promise<Pick<Person, 'call'>> {
  const signIn = { email: amina.email, password: PASSWORD }
  const signedIn = await payouts.server.call('POST', '/auth/v1/token?grant_type=password', signIn)
  const authorization = `Bearer ${z.string().parse(signedIn.body['access_token'])}`
  return {
    call: (method, path, body, headers = {}) => payouts.server.call(method, path, body, { authorization, ...headers }),
  }
}

/** The text messages that wait to be sent, oldest first. */
async function texts() {
  const { db, keys } = payouts.server.core
  const Row = z.object({ recipient: z.string(), text_sealed: z.instanceof(Uint8Array) })
  const found = await rows(
    db,
    sql`select recipient, text_sealed from outgoing_text_messages where text_sealed is not null order by created_at, id`,
    Row,
  )
  return found.map(({ recipient, text_sealed: sealed }) => ({
    to: recipient,
    text: decrypt(keys.encryption, Buffer.from(sealed)).toString(),
  }))
}

async function subjects() {
  return (await readMails(payouts.server))
    .filter(({ recipient }) => recipient === amina.email)
    .map((mail) => mail.subject)
}
const remind = (milliseconds: number) => payouts.server.pass(milliseconds, /payouts\.reminders/)

test('a release texts the code and an address, and says nothing else; without a number nothing is sent', async () => {
  await payouts.released(award, 10_000, staff)
  const { slip } = await own()
  const { publicUrl } = payouts.server.core.env
  expect(await texts()).toEqual([
    {
      to: '2348030000000',
      text: `${slip?.code}. See ${publicUrl.replace('http://', '')}/confirm?slip=${slip?.number}`,
    },
  ])
  // Whoever signs in with a number has proven it. That of the profile is typed.
  const setNumber = (number: string | null) =>
    payouts.server.core.db
      .execute(sql`update users set phone = ${number}, phone_confirmed_at = case when ${number}::text is not null then now() end
                                        where id = ${amina.userId}::uuid`)
  await setNumber('2348031112222')
  await payouts.released(award, 5_000, staff)
  expect((await texts()).at(-1)).toMatchObject({ to: '2348031112222' })
  await setNumber(null)
  await payouts.server.core.db.execute(sql`update profiles set phone = '' where user_id = ${amina.userId}`)
  // A code that waits for a number that left the account is canceled.
  expect((await texts()).map(({ to }) => to)).toEqual(['2348030000000'])
  await payouts.released(award, 10_000, staff)
  expect(await texts()).toHaveLength(1)
})

test('no code goes to a number that may have a new owner', async () => {
  await payouts.server.core.db.execute(
    sql`update users set phone = '2348030000000', phone_confirmed_at = now(), phone_doubt = 'silent' where id = ${amina.userId}::uuid`,
  )
  await payouts.released(award, 10_000, staff)
  expect(await texts()).toEqual([])
})

test('a code that waits to be sent is canceled once its number is reported as someone else’s', async () => {
  const { server } = payouts
  const { db } = server.core
  await db.execute(
    sql`update users set phone = '2348030000000', phone_confirmed_at = now() where id = ${amina.userId}::uuid`,
  )
  await payouts.released(award, 10_000, staff)
  const found = sql`select id::text from profiles where user_id = ${amina.userId}::uuid`
  const { id } = await onlyRow(db, found, z.object({ id: z.string() }))
  const reviewer = await newAdministrator(server, 'bola')
  const reported = await reviewer.call('POST', `/api/admin/beneficiaries/${id}/number-report`, { report: 'reissued' })
  expect([reported.status, reported.body]).toEqual([200, expect.anything()])
  const queued = sql`select text_sealed, next_try_at, last_error from outgoing_text_messages`
  expect(await rows(db, queued, z.unknown())).toEqual([
    { text_sealed: null, next_try_at: null, last_error: 'CANCELED' },
  ])
})

test('no code goes to a number of whoever asked for the person', async () => {
  const { db } = payouts.server.core
  const bala = await newPerson(payouts.server, 'bala')
  await db.execute(
    sql`update aid_applications set channel = 'helper', helper_relation = 'teacher', entered_by = ${bala.userId}::uuid`,
  )
  await payouts.released(award, 10_000, staff)
  expect(await texts()).toEqual([])
})

test('after three days without an answer there is one reminder, and none after an answer', async () => {
  const id = await sent()
  const other = await sent()
  const answer = { answer: 'all' }
  expect((await amina.call('POST', `/api/payouts/${other}/confirmation`, answer)).status).toBe(200)
  const mailed = (await subjects()).length
  const texted = (await texts()).length
  await remind(3 * DAY - minutes(1))
  expect(await subjects()).toHaveLength(mailed)
  await remind(minutes(1))
  expect((await subjects()).slice(mailed)).toEqual(['Did you receive it?'])
  expect((await texts()).slice(texted)).toEqual([
    { to: '2348030000000', text: expect.stringContaining('/confirm?slip=') },
  ])
  await remind(DAY)
  expect(await subjects()).toHaveLength(mailed + 1)

  // It is overdue after 30 days, which is no answer: the recipient can still give one.
  await remind(26 * DAY - minutes(1))
  const later = await signInAgain()
  expect(await own(later)).toMatchObject({ unanswered: false, answer: null })
  await remind(minutes(1))
  expect(await own(later)).toMatchObject({ unanswered: true, answer: null })
  const answered = await later.call('POST', `/api/payouts/${id}/confirmation`, answer)
  expect(answered.body).toMatchObject({ state: 'confirmed', unanswered: false })
})

test('a recipient whose reminder fails keeps no other one from theirs', async () => {
  const stuck = await sent()
  payouts.server.clock.advance(minutes(1))
  await sent()
  const mailed = (await subjects()).length
  await whileRefused(payouts.server.core.db, 'disbursements', stuck, () => remind(3 * DAY))
  expect((await subjects()).slice(mailed)).toEqual(['Did you receive it?'])
  await remind(minutes(2))
  expect((await subjects()).slice(mailed)).toEqual(['Did you receive it?', 'Did you receive it?'])
})

test('in the sandbox an answer is overdue after two minutes', () => {
  const sentAt = payouts.server.clock.now()
  const after = (milliseconds: number) => new Date(sentAt.getTime() + milliseconds)
  const overdue = (at: Date, mode: 'sandbox' | 'test') => isUnanswered({ mode }, { state: 'sent', sentAt }, at)
  expect(overdue(after(minutes(2) - 1), 'sandbox')).toBe(false)
  expect(overdue(after(minutes(2)), 'sandbox')).toBe(true)
  expect(overdue(after(minutes(2)), 'test')).toBe(false)
})

test('an answer with the code, or to a person, is mailed to the recipient; their own is not', async () => {
  const id = await sent()
  const { slip } = await own()
  const mailed = (await subjects()).length
  const typed = { slip: slip?.number, code: slip?.code, answer: 'part' }
  expect((await payouts.server.call('POST', '/api/confirmations', typed)).status).toBe(200)
  expect((await subjects()).slice(mailed)).toEqual(['We recorded an answer for you'])
  // The same answer again is no news.
  expect((await payouts.server.call('POST', '/api/confirmations', typed)).status).toBe(200)
  expect(await subjects()).toHaveLength(mailed + 1)
  const ladi = staff[2]
  const said = { answer: 'all', how: 'call' }
  expect((await ladi?.call('POST', `/api/admin/payouts/${id}/confirmation`, said))?.status).toBe(200)
  expect((await subjects()).slice(mailed + 1)).toEqual(['We recorded an answer for you'])
  const next = await sent(5_000)
  const before = (await subjects()).length
  await amina.call('POST', `/api/payouts/${next}/confirmation`, { answer: 'all' })
  expect(await subjects()).toHaveLength(before)
})
