/** C2SP's add-checkpoint: what a witness cosigns, and how it refuses everything else, each with the status of the specification. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { treeOf } from '../../../contract/proof/audit.ts'
import { toBase64 } from '../../../contract/proof/bytes.ts'
import { openCosignatures, readWitnessKey } from '../../../contract/proof/cosignature.ts'
import { consistencyProof } from '../../../contract/proof/merkle.ts'
import { parseCheckpoint, parseNote, writeVerifierKey } from '../../../contract/proof/note.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { openWitness, witnessLog } from './witness.ts'
import { witnessEndpoint } from './witness-endpoint.ts'

const giving = useGiving()
const NAME = 'example.org/witness'
let folder: string
/** Gives the folder back. */
let close: () => void
let opened: Awaited<ReturnType<typeof openWitness>>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'witness-endpoint-'))
  opened = await openWitness(folder)
  let isOpen = true
  close = () => {
    if (isOpen) opened.unlock()
    isOpen = false
  }
})
afterEach(() => {
  close()
  rmSync(folder, { recursive: true })
})

async function read(path: string) {
  const answer = await giving.server.app.request(`/log/${path}`)
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
}
const text = async (path: string) => new TextDecoder().decode(await read(path))
async function give(): Promise<string> {
  const gift = await giving.start(1_000, 'school')
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  await makeCheckpoint(giving.server.core)
  return text('checkpoint')
}
const sizeOf = (note: string) => parseCheckpoint(parseNote(note).text).size
const proofFrom = async (old: number, note: string) =>
  old === 0 ? [] : consistencyProof(treeOf(read, sizeOf(note)), old)

async function send(body: string, logs?: readonly string[]) {
  const witness = { folder, name: NAME, key: opened.key, now: () => giving.server.clock.now() }
  const app = witnessEndpoint({ ...witness, logs: logs ?? [(await text('key')).trim()] })
  const answer = await app.request('/add-checkpoint', { method: 'POST', body })
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() }
}
const bodyOf = (old: number, proof: readonly Uint8Array[], note: string) =>
  [`old ${old}`, ...proof.map(toBase64), '', note].join('\n')
const kept = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.checkpoint'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

test('cosigns a log that grows, and the same checkpoint again', async () => {
  const one = await give()
  const first = await send(bodyOf(0, [], one))
  expect(first.status).toBe(200)
  const witness = [await readWitnessKey(await opened.key.witnessKey(NAME))]
  expect(await openCosignatures(one + first.body, witness)).toHaveLength(1)
  await give()
  const three = await give()
  const grown = await send(bodyOf(1, await proofFrom(1, three), three))
  expect(grown.status).toBe(200)
  expect(await openCosignatures(three + grown.body, witness)).toHaveLength(1)
  expect((await send(bodyOf(3, [], three))).status).toBe(200)
  // A run that reads the log itself continues from the checkpoint taken here.
  close()
  const now = giving.server.clock.now()
  expect(await witnessLog({ read, folder, name: NAME, now })).toMatchObject({ size: 3, before: 3 })
})

test('refuses with the statuses of the specification, and keeps what it had', async () => {
  const one = await give()
  const two = await give()
  expect((await send(bodyOf(0, [], one))).status).toBe(200)
  const before = kept()
  const proof = await proofFrom(1, two)
  const { publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' })['x']), 'base64url')
  const { origin } = parseCheckpoint(parseNote(two).text)
  const cases: [number, string, (readonly string[])?][] = [
    [404, bodyOf(1, proof, two), [await writeVerifierKey('other.example/log', raw)]],
    [403, bodyOf(1, proof, two), [await writeVerifierKey(origin, raw)]],
    [403, bodyOf(1, proof, two.replace('\n2\n', '\n3\n'))],
    [422, bodyOf(1, [], two)],
    [
      422,
      bodyOf(
        1,
        proof.map((hash) => hash.map((byte) => byte ^ 1)),
        two,
      ),
    ],
    [400, bodyOf(3, proof, two)],
    [
      400,
      bodyOf(
        1,
        Array.from({ length: 64 }, () => new Uint8Array(32)),
        two,
      ),
    ],
    [400, `old 1\n!\n\n${two}`],
    [400, `old -1\n\n${two}`],
    [400, two],
    [400, ''],
    [413, `${bodyOf(1, proof, two)}${'x'.repeat(70_000)}`],
  ]
  for (const [status, body, logs] of cases)
    expect([status, (await send(body, logs)).status, body.slice(0, 60)]).toEqual([status, status, body.slice(0, 60)])
  for (const old of [0, 2])
    expect(await send(bodyOf(old, await proofFrom(old, two), two))).toEqual({
      status: 409,
      type: 'text/x.tlog.size',
      body: '1\n',
    })
  expect(kept()).toEqual(before)
})

test('of two checkpoints at once that both continue the first, each is judged by what the other left', async () => {
  const one = await give()
  expect((await send(bodyOf(0, [], one))).status).toBe(200)
  const two = await give()
  const body = bodyOf(1, await proofFrom(1, two), two)
  const witness = { folder, name: NAME, key: opened.key, now: () => giving.server.clock.now() }
  const app = witnessEndpoint({ ...witness, logs: [(await text('key')).trim()] })
  const post = async () => (await app.request('/add-checkpoint', { method: 'POST', body })).status
  expect((await Promise.all([post(), post()])).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a second witness in the same folder is refused', async () => {
  await expect(openWitness(folder)).rejects.toThrow('Another witness is using')
})
