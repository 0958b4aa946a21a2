/** The log sends its checkpoints to witnesses automatically, keeps their signatures, and reports which witnesses refuse them and why. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCosignatures, readWitnessKey } from '../../../contract/proof/cosignature.ts'
import { parseNote } from '../../../contract/proof/note.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { listen, type Listening } from '../../../test/support/listen.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { sendCheckpoints } from './send-checkpoints.ts'
import { readVerifierKeys } from './tiles.ts'
import { openWitness } from './witness.ts'
import { witnessEndpoint } from './witness-endpoint.ts'

const giving = useGiving()
const NAME = 'example.org/witness'
let folder: string
let opened: Awaited<ReturnType<typeof openWitness>>
/** The app at the witness's address, and how often it was called. */
let app: Hono
let asked = 0
let listening: Listening
beforeEach(async () => {
  const { core, clock } = giving.server
  folder = mkdtempSync(join(tmpdir(), 'send-checkpoints-'))
  opened = await openWitness(folder)
  await give()
  app = witnessEndpoint({
    folder,
    name: NAME,
    key: opened.key,
    logs: await readVerifierKeys(core.db),
    now: () => clock.now(),
  })
  asked = 0
  listening = await listen((request) => {
    asked += 1
    return app.fetch(request)
  })
  Object.assign(core.env, { logWitnesses: [await opened.key.witnessKey(NAME)], logWitnessUrls: [listening.url] })
})
afterEach(async () => {
  Object.assign(giving.server.core.env, { logWitnesses: [], logWitnessUrls: [] })
  await listening.close()
  opened.unlock()
  rmSync(folder, { recursive: true })
})

async function give(): Promise<void> {
  const gift = await giving.start(1_000, 'school')
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  await makeCheckpoint(giving.server.core)
}
const served = async () => (await giving.server.app.request('/log/checkpoint')).text()
const cosigned = async () => openCosignatures(await served(), [await readWitnessKey(await opened.key.witnessKey(NAME))])
const sent = async () => (await giving.server.call('GET', '/api/transparency/log')).body['sent']
const answering = (status: 200 | 400 | 403 | 404 | 409 | 422 | 503, body = '') =>
  new Hono().post('/add-checkpoint', (c) => c.body(body, status))
const send = () => sendCheckpoints(giving.server.core)

test('each new checkpoint is sent once, cosigned, and served with the signature', async () => {
  const { clock } = giving.server
  await send()
  expect(await cosigned()).toHaveLength(1)
  expect(await sent()).toEqual([
    { address: listening.url, sent_at: clock.now().toISOString(), failure: null, failing_since: null },
  ])
  await send()
  expect(asked).toBe(1)
  await give()
  expect(await cosigned()).toHaveLength(0)
  await give()
  // The leased job, as it runs in a server.
  clock.advance(minutes(1))
  await giving.server.runJobs(/^log\.witnesses$/)
  expect(await cosigned()).toHaveLength(1)
  expect(asked).toBe(2)
  expect(parseNote(await served()).signatures).toHaveLength(2)
})

test('a witness that already has another checkpoint than we thought gets the proof from there', async () => {
  const { core } = giving.server
  await send()
  await give()
  // As after a restored backup: we think that it has none.
  await core.db.execute('delete from witness_sends')
  await send()
  expect(asked).toBe(3)
  expect(await cosigned()).toHaveLength(1)
})

test('a pause that a wrong clock began ends once the clock is right', async () => {
  const { clock } = giving.server
  const right = app
  app = answering(503)
  clock.advance(hours(24 * 30))
  await send()
  clock.advance(-hours(24 * 30))
  app = right
  await send()
  expect(await cosigned()).toHaveLength(1)
})

test('what fails is tried again, after longer and longer pauses, and then the reason is gone', async () => {
  const { clock } = giving.server
  const working = app
  app = answering(503)
  const since = clock.now().toISOString()
  await send()
  expect(await sent()).toMatchObject([{ sent_at: null, failure: 'refused', failing_since: since }])
  await send()
  expect(asked).toBe(1)
  for (const pause of [1, 2, 4, 8, 16, 32, 60, 60]) {
    clock.advance(minutes(pause) - 1_000)
    const before = asked
    await send()
    expect(asked).toBe(before)
    clock.advance(1_000)
    await send()
    expect(asked).toBe(before + 1)
  }
  expect(await sent()).toMatchObject([{ failing_since: since }])
  app = working
  clock.advance(hours(1))
  await send()
  expect(await sent()).toMatchObject([{ failure: null, failing_since: null, sent_at: clock.now().toISOString() }])
  expect(await cosigned()).toHaveLength(1)
})

test.each([
  [404, '', 'unknown_log'],
  [403, '', 'unknown_log'],
  [422, '', 'inconsistent'],
  [409, '1\n', 'inconsistent'],
  [409, '99999\n', 'larger'],
  [409, 'many\n', 'refused'],
  [400, '', 'refused'],
  [200, '', 'unknown_witness'],
  [200, `\u2014 ${NAME} ${'AAAA'.repeat(25)}AAAA\n`, 'unknown_witness'],
  [200, 'x'.repeat(20_000), 'refused'],
] as const)('an answer %i %j is kept as %s, and nothing else', async (status, body, failure) => {
  app = answering(status, body)
  await send()
  expect(await sent()).toMatchObject([{ failure, sent_at: null }])
  expect(await cosigned()).toHaveLength(0)
  expect(parseNote(await served()).signatures).toHaveLength(1)
})

test('a witness whose clock is ahead is named as that', async () => {
  const { core, clock } = giving.server
  app = witnessEndpoint({
    folder,
    name: NAME,
    key: opened.key,
    logs: await readVerifierKeys(core.db),
    now: () => after(clock.now(), minutes(6)),
  })
  await send()
  expect(await sent()).toMatchObject([{ failure: 'clock_ahead', sent_at: null }])
})

test('one that cannot be reached, and one that redirects, delay no other', async () => {
  const { core } = giving.server
  const away = await listen(() => Response.redirect(`${listening.url}/add-checkpoint`, 307))
  Object.assign(core.env, { logWitnessUrls: ['http://127.0.0.1:1', away.url, listening.url] })
  await send()
  await away.close()
  expect(asked).toBe(1)
  expect(await sent()).toMatchObject([{ failure: 'unreachable' }, { failure: 'refused' }, { failure: null }])
  expect(await cosigned()).toHaveLength(1)
})
