/** The morning mail of staff. */
import { expect, test } from 'vitest'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { toLagosTime } from '../../../test/support/lagos-time.ts'
import { readMails } from '../../../test/support/mails.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { staffDigest } from './digest.ts'

let server: TestServer
let halima: Administrator
let rashida: Administrator
let amina: Person
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  rashida = await newAdministrator(server, 'rashida', ['reviewer'])
  await newAdministrator(server, 'femi', ['finance'])
  amina = await newPerson(server)
})

const itIs = (hour: number, minute: number) => toLagosTime(server, hour, minute)

async function digests() {
  await server.runJobs(/^team\.digest$/)
  const mails = await readMails(server)
  return mails
    .filter(({ subject }) => subject === 'Requests are waiting')
    .map(({ recipient: to, text }) => ({ to, text }))
}

test('goes to whoever decides requests, at half past seven in Lagos, once a day, with numbers and no names', async () => {
  await amina.ask()
  itIs(7, 29)
  expect(await digests()).toEqual([])
  server.clock.advance(minutes(1))
  const sent = await digests()
  expect(sent.map(({ to }) => to).toSorted()).toEqual([halima.email, rashida.email].toSorted())
  expect(sent[0]?.text).toContain('1 new since yesterday')
  expect(sent[0]?.text).toMatch(/You can turn this email off: \S+\/admin\/settings\/mails$/m)
  expect(sent[0]?.text).not.toMatch(/Amina|T-1/)
  server.clock.advance(minutes(1))
  expect(await digests()).toHaveLength(2)
  itIs(7, 31)
  // Still undecided, but neither new nor late: nothing to say.
  expect(await digests()).toHaveLength(2)
})

/** A request that waits for Rashida, however old it becomes. */
async function assignToRashida(): Promise<void> {
  const { body } = await amina.ask()
  const path = `/api/admin/applications/${String(body['id'])}/assignment`
  expect((await halima.call('POST', path, { to: rashida.userId, expected_version: 1 })).status).toBe(200)
}

test('is one mail each, however many processes find it due, and none after ten', async () => {
  await assignToRashida()
  itIs(7, 45)
  await Promise.all(Array.from({ length: 5 }, () => staffDigest.run(server.core, new AbortController().signal)))
  expect((await digests()).map(({ to }) => to)).toEqual([rashida.email])
  itIs(10, 1)
  expect(await digests()).toHaveLength(1)
  itIs(9, 59)
  expect(await digests()).toHaveLength(2)
})

test('says what is late and assigned; each person turns it off and on', async () => {
  await assignToRashida()
  const wish = async (by: Administrator, wanted: boolean) => {
    expect((await by.call('PUT', '/api/admin/digest', { wanted })).body).toEqual({ wanted })
    expect((await by.call('GET', '/api/admin/digest')).body).toEqual({ wanted })
  }
  expect((await halima.call('GET', '/api/admin/digest')).body).toEqual({ wanted: true })
  await wish(halima, false)
  await wish(rashida, false)
  await wish(rashida, true)
  server.clock.advance(hours(24 * 30))
  itIs(8, 0)
  const [only, ...others] = await digests()
  expect([only?.to, others]).toEqual([rashida.email, []])
  expect(only?.text).toContain('1 late')
  expect(only?.text).toContain('1 assigned to you')
})

test('is not the wish of someone who decides nothing', async () => {
  const sarah = await newAdministrator(server, 'sarah', ['caller'])
  expect((await sarah.call('PUT', '/api/admin/digest', { wanted: false })).status).toBe(403)
  expect((await sarah.call('GET', '/api/admin/digest')).status).toBe(403)
})
