/** Late requests escalate to administrators, by mail. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { toLagosTime } from '../../../test/support/lagos-time.ts'
import { queueWorld } from '../../../test/support/working-queue.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { lateRequestsJob } from './late-requests.ts'

const world = queueWorld()
const DAY = hours(24)

let halima: Administrator
let amina: Person
// Two administrators, Halima and Bola, and Rashida, who decides; just before the mails of the morning.
beforeEach(async () => {
  const { server } = world()
  toLagosTime(server, 7, 25)
  await newAdministrator(server, 'rashida', ['reviewer'])
  halima = await signInAdministrator(server, 'halima')
  amina = await newPerson(server, 'hadiza')
})

/** A minute later: the job is due once a minute. */
async function letters() {
  const { server } = world()
  server.clock.advance(minutes(1))
  await server.runJobs(/^team\.late$/)
  return (await readMails(server)).filter(({ subject }) => /requests? (?:is|are) late$/.test(subject))
}
const recipients = async () => (await letters()).map(({ recipient }) => recipient)
const itIsHalfPast = () => world().server.clock.advance(minutes(5))
const numberOf = async (id: string) => String((await world().details(id, halima))['case_number'])
/** Bola turns the mail off. */
async function onlyHalima(): Promise<void> {
  const bola = await signInAdministrator(world().server, 'bola')
  expect((await bola.call('PUT', '/api/admin/late-requests-mail', { wanted: false })).body).toEqual({ wanted: false })
}

test('administrators learn at half past seven in Lagos which requests have become late, with case numbers and nothing else', async () => {
  const { server, bola, age } = world()
  const late = await amina.askLater({ urgency: 'critical' })
  const notLate = await amina.askLater({ urgency: 'low' })
  await age(DAY * 4)
  server.clock.advance(minutes(1))
  expect(await letters()).toEqual([])
  const sent = await letters()
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([halima.email, bola.email].toSorted())
  const [{ subject, text, link } = { subject: '', text: '', link: '' }] = sent
  expect(subject).toBe('A request is late')
  expect(text).toContain(await numberOf(late))
  expect(text).not.toContain(await numberOf(notLate))
  expect(text).not.toMatch(/Amina|medical|school|critical|₦/i)
  expect(link).toMatch(/\/admin\/applications\?view=late$/)
})

test('each is told once, and those that became late since the last mail come in one', async () => {
  const { server, age, decide } = world()
  await onlyHalima()
  const first = await amina.askLater({ urgency: 'critical' })
  await age(DAY * 4)
  itIsHalfPast()
  expect(await recipients()).toEqual([halima.email])
  // They become late two days and a few minutes later, so after the mail of that morning.
  const [second, third, decided] = [await amina.askLater(), await amina.askLater(), await amina.askLater()]
  expect((await decide(decided, { status: 'approved' }, halima)).status).toBe(200)
  await age(DAY * 7 - minutes(2))
  server.clock.advance(minutes(2))
  expect(await recipients()).toHaveLength(1)
  await age(DAY)
  const [, next, ...others] = await letters()
  expect([next?.subject, others]).toEqual(['2 requests are late', []])
  for (const id of [second, third]) expect(next?.text).toContain(await numberOf(id))
  for (const id of [first, decided]) expect(next?.text).not.toContain(await numberOf(id))
  await age(DAY)
  expect(await recipients()).toHaveLength(2)
})

test('a critical request is mailed as soon as it is late, until 19:00; the others are mailed in the morning', async () => {
  const { server, age } = world()
  await onlyHalima()
  const [critical, high] = [await amina.askLater({ urgency: 'critical' }), await amina.askLater({ urgency: 'high' })]
  const [criticalNumber, highNumber] = [await numberOf(critical), await numberOf(high)]
  server.clock.advance(hours(4))
  // The critical one is due in five minutes.
  await age(DAY * 3 - hours(4) - minutes(5))
  expect(await recipients()).toEqual([])
  server.clock.advance(minutes(4))
  const [told, ...others] = await letters()
  expect([told?.recipient, told?.subject, others]).toEqual([halima.email, 'A request is late', []])
  expect(told?.text).toContain(criticalNumber)
  await age(DAY * 4)
  expect(await recipients()).toHaveLength(1)
  toLagosTime(server, 7, 30)
  const [, morning] = await letters()
  expect(morning?.text).toContain(highNumber)
  expect(morning?.text).not.toContain(criticalNumber)
})

test('a critical one that becomes late in the evening or at night is told in the morning', async () => {
  const { server, age } = world()
  await onlyHalima()
  await amina.askLater({ urgency: 'critical' })
  toLagosTime(server, 19, 0)
  await age(DAY * 3)
  expect(await recipients()).toEqual([])
  toLagosTime(server, 7, 28)
  expect(await recipients()).toEqual([])
  expect(await recipients()).toEqual([halima.email])
})

test('a server that was stopped all morning tells others than critical ones the next morning', async () => {
  const { server, age } = world()
  await onlyHalima()
  await amina.askLater({ urgency: 'high' })
  await age(DAY * 8)
  server.clock.advance(hours(3))
  expect(await recipients()).toEqual([])
  toLagosTime(server, 9, 59)
  expect(await recipients()).toEqual([halima.email])
})

test('is one mail each, however many processes find it due', async () => {
  const { server, bola, age } = world()
  await amina.askLater({ urgency: 'critical' })
  await amina.askLater({ urgency: 'critical' })
  await age(DAY * 4)
  itIsHalfPast()
  await Promise.all(Array.from({ length: 5 }, () => lateRequestsJob.run(server.core, new AbortController().signal)))
  expect((await recipients()).toSorted()).toEqual([halima.email, bola.email].toSorted())
})

test('one that waits for the applicant is not late; when it is late after the answer, that is told, also a second time', async () => {
  const { age, askPapers, answerPapers } = world()
  await onlyHalima()
  const id = await amina.askLater({ urgency: 'critical' })
  await askPapers(id, halima)
  await age(DAY * 10)
  itIsHalfPast()
  expect(await recipients()).toEqual([])
  await answerPapers(id, amina)
  await age(DAY)
  expect(await recipients()).toEqual([])
  await age(DAY * 3)
  expect(await recipients()).toEqual([halima.email])
  await age(DAY)
  expect(await recipients()).toHaveLength(1)
  await askPapers(id, halima)
  await age(DAY * 2)
  expect(await recipients()).toHaveLength(1)
  await answerPapers(id, amina)
  await age(DAY)
  expect(await recipients()).toHaveLength(2)
})

test('waiting hides no late request, also not from this mail', async () => {
  const { age, change } = world()
  await onlyHalima()
  const id = await amina.askLater({ urgency: 'critical' })
  expect((await change(id, 'wait', { until: { kind: 'answered' } }, halima)).status).toBe(200)
  await age(DAY * 4)
  itIsHalfPast()
  expect(await recipients()).toEqual([halima.email])
})

test('the mail leaves the version of a request alone, so open pages are not told of a change', async () => {
  const { age, versionOf } = world()
  const id = await amina.askLater({ urgency: 'critical' })
  await age(DAY * 4)
  const before = await versionOf(id, halima)
  itIsHalfPast()
  expect(await letters()).toHaveLength(2)
  expect(await versionOf(id, halima)).toBe(before)
})

test('an administrator is told nothing about a request of their own', async () => {
  const { server, bola, age } = world()
  const id = await amina.askLater({ urgency: 'critical' })
  await server.core.db.execute(sql`update aid_applications set user_id = ${bola.userId}, beneficiary_id =
    (select id from profiles where user_id = ${bola.userId}) where id = ${id}`)
  await age(DAY * 4)
  itIsHalfPast()
  expect(await recipients()).toEqual([halima.email])
})

test('nor about one of their household, and about one that they entered they are', async () => {
  const { server, bola, age } = world()
  const home = crypto.randomUUID()
  await server.core.db.execute(sql`insert into household_members (user_id, household_id)
    select member::uuid, ${home} from unnest(${sql.param([bola.userId, amina.userId])}::text[]) as member`)
  await amina.askLater({ urgency: 'critical' })
  const entered = await (await newPerson(server, 'kande')).askLater({ urgency: 'critical' })
  await server.core.db.execute(
    sql`update aid_applications set entered_by = ${bola.userId}, channel = 'walk_in' where id = ${entered}`,
  )
  await age(DAY * 4)
  itIsHalfPast()
  const told = await letters()
  expect(told.map(({ recipient, subject }) => [recipient, subject])).toEqual(
    expect.arrayContaining([
      [bola.email, 'A request is late'],
      [halima.email, '2 requests are late'],
    ]),
  )
  expect(told.find(({ recipient }) => recipient === bola.email)?.text).toContain(await numberOf(entered))
})

test('each administrator turns it off and on; while no one wants it, no request counts as told', async () => {
  const { age } = world()
  await onlyHalima()
  const wish = async (wanted: boolean) => {
    expect((await halima.call('PUT', '/api/admin/late-requests-mail', { wanted })).body).toEqual({ wanted })
    expect((await halima.call('GET', '/api/admin/late-requests-mail')).body).toEqual({ wanted })
  }
  expect((await halima.call('GET', '/api/admin/late-requests-mail')).body).toEqual({ wanted: true })
  await wish(false)
  expect((await halima.call('GET', '/api/admin/digest')).body).toEqual({ wanted: true })
  await amina.askLater({ urgency: 'critical' })
  await age(DAY * 4)
  itIsHalfPast()
  expect(await recipients()).toEqual([])
  await wish(true)
  const [letter, ...others] = await letters()
  expect([letter?.recipient, others]).toEqual([halima.email, []])
  expect(letter?.text).toMatch(/You can turn this email off: \S+\/admin\/settings\/mails$/m)
})

test('only administrators get it, or choose', async () => {
  const { server } = world()
  for (const role of ['reviewer', 'finance', 'auditor', 'caller'] as const) {
    const other = await newAdministrator(server, role, [role])
    expect((await other.call('GET', '/api/admin/late-requests-mail')).status).toBe(403)
    expect((await other.call('PUT', '/api/admin/late-requests-mail', { wanted: true })).status).toBe(403)
  }
})
