/** Mail to staff about mentions and assignments. */
import { expect, test } from 'vitest'
import {
  newAdministrator,
  readAudit,
  signInAdministrator,
  type Administrator,
} from '../../../test/support/administering.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { requestNoticesJob } from './notices.ts'

let server: TestServer
let halima: Administrator
let rashida: Administrator
let femi: Administrator
let amina: Person
let id: string
let caseNumber: string
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  rashida = await newAdministrator(server, 'rashida', ['reviewer'])
  femi = await newAdministrator(server, 'femi', ['finance'])
  amina = await newPerson(server)
  const { body } = await amina.ask()
  id = String(body['id'])
  caseNumber = String(body['case_number'])
})

const pathOf = (of = id) => `/api/admin/applications/${of}`
const mention = (...mentions: Administrator[]) =>
  halima.call('POST', `${pathOf()}/notes`, {
    text: '@Rashida Musa please look.',
    mentions: mentions.map(({ userId }) => userId),
  })
async function assign(by: Administrator, to: Administrator | null, of = id) {
  const { version } = (await by.call('GET', pathOf(of))).body
  const body = { to: to?.userId ?? null, expected_version: version }
  expect((await by.call('POST', `${pathOf(of)}/assignment`, body)).status).toBe(200)
}
const notesOf = async () => (await halima.call('GET', pathOf())).body['notes']

/** A minute later: the job is due once a minute. */
async function notices() {
  server.clock.advance(minutes(1))
  await server.runJobs(/^team\.notices$/)
  return (await readMails(server)).filter(({ subject }) => /requests? for you$/.test(subject))
}

test('a person mentioned in a note gets the case number and its address by mail, and nothing about the applicant', async () => {
  expect((await mention(rashida, femi, halima)).status).toBe(201)
  const sent = await notices()
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([femi.email, rashida.email])
  expect(sent[0]?.text).toContain(`A note about ${caseNumber} mentions you.`)
  expect(sent[0]?.link).toMatch(new RegExp(`/admin/applications/${caseNumber}$`))
  expect(sent[0]?.text).not.toMatch(/Amina|please look|medical|school/i)
  const added = (await readAudit(server)).find(({ action }) => action === 'application.note_added')
  expect(added?.after).toEqual({ mentioned: 2 })
})

test('is one mail for each request in a quarter of an hour; what comes sooner waits', async () => {
  await mention(rashida)
  expect(await notices()).toHaveLength(1)
  await mention(rashida)
  server.clock.advance(minutes(13))
  expect(await notices()).toHaveLength(1)
  expect(await notices()).toHaveLength(2)
  server.clock.advance(minutes(30))
  expect(await notices()).toHaveLength(2)
})

test('however many processes find it due', async () => {
  await mention(rashida)
  await Promise.all(Array.from({ length: 5 }, () => requestNoticesJob.run(server.core, new AbortController().signal)))
  expect(await notices()).toHaveLength(1)
})

test('an assignment by a colleague is mailed; assigning to oneself is not, nor an assignment that was taken back', async () => {
  await assign(rashida, rashida)
  expect(await notices()).toEqual([])
  await assign(rashida, null)
  await assign(halima, rashida)
  await assign(halima, null)
  expect(await notices()).toEqual([])
  server.clock.advance(minutes(20))
  const second = String((await amina.ask()).body['id'])
  await assign(halima, rashida)
  await assign(halima, rashida, second)
  const [only, ...others] = await notices()
  expect([only?.recipient, only?.subject, others]).toEqual([rashida.email, '2 requests for you', []])
  expect(only?.text).toContain(`${caseNumber} was assigned to you.`)
})

const wish = async (when: 'at_once' | 'hourly' | 'never') => {
  expect((await rashida.call('PUT', '/api/admin/notices', { when })).body).toEqual({ when })
  expect((await rashida.call('GET', '/api/admin/notices')).body).toEqual({ when })
}

test('each person turns it off and on', async () => {
  expect((await rashida.call('GET', '/api/admin/notices')).body).toEqual({ when: 'at_once' })
  await wish('never')
  expect((await rashida.call('GET', '/api/admin/digest')).body).toEqual({ wanted: true })
  await mention(rashida, femi)
  expect((await notices()).map(({ recipient }) => recipient)).toEqual([femi.email])
  await wish('at_once')
  server.clock.advance(minutes(20))
  expect(await notices()).toHaveLength(1)
  await mention(rashida)
  expect(await notices()).toHaveLength(2)
})

/** Moves the clock to this minute of an hour, at least a minute from now. */
const pastTheHour = (minute: number) =>
  server.clock.advance(minutes(60 + minute) - ((server.clock.now().getTime() + minutes(1)) % hours(1)) + minutes(1))

test('once an hour is one mail after the full hour, with everything since the last', async () => {
  await wish('hourly')
  const second = String((await amina.ask()).body['id'])
  pastTheHour(10)
  halima = await signInAdministrator(server, 'halima')
  await mention(rashida, femi)
  server.clock.advance(minutes(20))
  await mention(rashida)
  await assign(halima, rashida, second)
  // Femi is told at once.
  expect((await notices()).map(({ recipient }) => recipient)).toEqual([femi.email])
  server.clock.advance(minutes(27))
  expect(await notices()).toHaveLength(1)
  server.clock.advance(minutes(1))
  await Promise.all(Array.from({ length: 5 }, () => requestNoticesJob.run(server.core, new AbortController().signal)))
  const [hourly, ...others] = (await notices()).filter(({ recipient }) => recipient === rashida.email)
  expect([hourly?.subject, others]).toEqual(['2 requests for you', []])
  expect(hourly?.text).toContain(`A note about ${caseNumber} mentions you.`)
  // News of this hour waits for the next one, also for the same request.
  halima = await signInAdministrator(server, 'halima')
  await mention(rashida)
  server.clock.advance(minutes(50))
  expect(await notices()).toHaveLength(2)
  server.clock.advance(minutes(10))
  expect(await notices()).toHaveLength(3)
  server.clock.advance(hours(5))
  expect(await notices()).toHaveLength(3)
})

test('a mention just after the full hour does not hold back what has waited since before it', async () => {
  await wish('hourly')
  pastTheHour(50)
  halima = await signInAdministrator(server, 'halima')
  await mention(rashida)
  server.clock.advance(minutes(11))
  await mention(rashida)
  expect((await notices()).map(({ recipient }) => recipient)).toEqual([rashida.email])
})

test('a time that does not exist is refused, and what was chosen stays', async () => {
  await wish('hourly')
  expect((await rashida.call('PUT', '/api/admin/notices', { when: 'daily' })).status).toBe(400)
  expect((await rashida.call('GET', '/api/admin/notices')).body).toEqual({ when: 'hourly' })
})

test('a person without access cannot be mentioned: the note is not kept and no one is mailed', async () => {
  const sarah = await newAdministrator(server, 'sarah', ['caller'])
  const applicant = { ...sarah, userId: amina.userId }
  for (const outsider of [sarah, applicant]) {
    const refused = await mention(rashida, outsider)
    expect([refused.status, refused.body['code']]).toEqual([409, 'not_mentionable'])
  }
  expect(await notesOf()).toEqual([])
  expect(await notices()).toEqual([])
  const { body } = await halima.call('GET', `${pathOf()}/colleagues`)
  expect(body['items']).toMatchObject([{ user_id: femi.userId }, { user_id: rashida.userId }])
})

test('who has lost access before the mail is sent gets none', async () => {
  await mention(rashida)
  await server.core.db.execute(`update profiles set staff_roles = '{caller}' where user_id = '${rashida.userId}'`)
  expect(await notices()).toEqual([])
})
