/** Witnesses of the public log: what they sign, what they refuse to sign, and what the log takes from them. */
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ProofError } from '../../../contract/proof/bytes.ts'
import { cosign, openCosignatures, readWitnessKey, writeWitnessKey } from '../../../contract/proof/cosignature.ts'
import { parseNote, writeVerifierKey } from '../../../contract/proof/note.ts'
import { callCommand } from '../../../test/commands/call-command.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { listen } from '../../../test/support/listen.ts'
import { minutes } from '../../platform/clock.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { witnessLog, type Witnessed } from './witness.ts'

const giving = useGiving()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'witness-'))
  know()
})
afterEach(() => rmSync(folder, { recursive: true }))

async function read(path: string) {
  const answer = await giving.server.app.request(`/log/${path}`)
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
}

async function give() {
  const gift = await giving.start(1_000, 'school')
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  return makeCheckpoint(giving.server.core)
}

const witness = (name = 'example.org/witness') => witnessLog({ read, folder, name, now: giving.server.clock.now() })
const send = ({ size, cosignature }: Pick<Witnessed, 'size' | 'cosignature'>) =>
  giving.server.call('POST', '/api/transparency/cosignatures', { size, cosignature })
const know = (...keys: string[]) => Object.assign(giving.server.core.env, { logWitnesses: keys })
const served = async () => new TextDecoder().decode(await read('checkpoint'))
const shown = async () => (await giving.server.call('GET', '/api/transparency/log')).body['witnesses']

test('a witness follows a log that grows, and the log serves the checkpoint with its signature', async () => {
  await give()
  const first = await witness()
  expect(first).toMatchObject({ size: 1, before: undefined })
  know(first.witnessKey)
  expect(await shown()).toEqual([{ name: 'example.org/witness', cosigned_at: null }])
  await give()
  const second = await witness()
  expect(second).toMatchObject({ size: 2, before: 1, witnessKey: first.witnessKey })
  const at = giving.server.clock.now().toISOString()
  expect(await send(second)).toMatchObject({ status: 200, body: { witness: 'example.org/witness', cosigned_at: at } })
  expect((await send(second)).status).toBe(200)
  expect(await shown()).toEqual([{ name: 'example.org/witness', cosigned_at: at }])
  const [found, ...more] = await openCosignatures(await served(), [await readWitnessKey(first.witnessKey)])
  expect(found?.cosignedAt.toISOString()).toBe(at)
  expect(more).toEqual([])
  // The witness's signature of an older checkpoint is stored, and served with that alone.
  expect((await send(first)).status).toBe(200)
  expect(parseNote(await served()).signatures).toHaveLength(2)
  // The witness follows a checkpoint that others have signed too.
  expect(await witness()).toMatchObject({ size: 2, before: 2 })
  know()
  expect(parseNote(await served()).signatures).toHaveLength(1)
})

test('the command says why the log does not take a cosignature', async () => {
  await give()
  const site = await listen((request) => giving.server.app.fetch(request))
  const run = async () => (await callCommand('witness', [site.url, '--folder', folder], {})).said
  const unknown = await run()
  expect(unknown).toContain('(401). This log does not know the key of this witness. Its operator must add it')
  know(/The key of this witness: (\S+)/.exec(unknown)?.[1] ?? '')
  giving.server.clock.advance(Date.now() - giving.server.clock.now().getTime() - minutes(6))
  expect(await run()).toMatch(
    /\(401\)\. The time of the cosignature is in the future: the clock of this witness is ahead\.$/m,
  )
  giving.server.clock.advance(minutes(6))
  expect(await run()).toContain('ok    the log shows this cosignature')
  await site.close()
})

test('a witness signs nothing of a log that is shorter, or other, than what it saw', async () => {
  await give()
  await give()
  await witness()
  const name = readdirSync(folder).find((each) => each.endsWith('.checkpoint')) ?? ''
  const file = join(folder, name)
  const kept = readFileSync(file, 'utf8')
  const older = await served()
  await give()
  // It saw three; the log shows two again.
  await witness()
  const three = readFileSync(file, 'utf8')
  const rolledBack = async (path: string) => (path === 'checkpoint' ? new TextEncoder().encode(older) : read(path))
  const now = giving.server.clock.now()
  await expect(witnessLog({ read: rolledBack, folder, name: 'w', now })).rejects.toThrow('shows 2 now')
  expect(readFileSync(file, 'utf8')).toBe(three)
  // A tile that was changed no longer leads from what it kept to what is signed.
  writeFileSync(file, kept)
  const forged = async (path: string) => {
    const bytes = await read(path)
    return path.startsWith('tile/0/') ? bytes?.map((byte) => byte ^ 1) : bytes
  }
  await expect(witnessLog({ read: forged, folder, name: 'w', now })).rejects.toThrow(ProofError)
  expect(readFileSync(file, 'utf8')).toBe(kept)
  // Another key than the one that it saw first.
  const { publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' })['x']), 'base64url')
  const [key = ''] = kept.split('\n')
  writeFileSync(file, kept.replace(key, await writeVerifierKey(key.slice(0, key.indexOf('+')), raw)))
  await expect(witness()).rejects.toThrow(ProofError)
})

test('the log refuses what is not the signature of a witness that it knows, and serves the same as before', async () => {
  const { size, note } = await give()
  const good = await witness()
  const before = await served()
  expect(await send(good)).toMatchObject({ status: 401, body: { code: 'invalid_signature' } })
  know(good.witnessKey)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' })['x']), 'base64url')
  const other = {
    name: 'example.org/witness',
    publicKey: raw,
    sign: (message: Uint8Array) => sign(null, message, privateKey),
  }
  const { text } = parseNote(note)
  const now = giving.server.clock.now()
  const late = new Date(now.getTime() + 600_000)
  const ahead = await witnessLog({ read, folder, name: 'example.org/witness', now: late })
  const [, , encoded = ''] = good.cosignature.trim().split(' ')
  const changed = Buffer.from(encoded, 'base64')
  changed[20] = (changed[20] ?? 0) ^ 1
  const lineOf = (bytes: Uint8Array) => `\u2014 example.org/witness ${Buffer.from(bytes).toString('base64')}\n`
  const refused: [number, string, number][] = [
    [size, await cosign(other, text, now), 401],
    [size, ahead.cosignature, 401],
    [size, lineOf(changed), 401],
    [size, lineOf(changed.subarray(0, 12)), 401],
    [size, lineOf(changed.subarray(0, 4)), 401],
    [size + 1, good.cosignature, 404],
    [size, `${good.cosignature}${good.cosignature}`, 400],
    [size, good.cosignature.trim(), 400],
    [size, '', 400],
    [size, '\u2014 a \u0000\n', 400],
    [-1, good.cosignature, 400],
    [1.5, good.cosignature, 400],
    [Number.MAX_SAFE_INTEGER, good.cosignature, 400],
  ]
  for (const [of, cosignature, status] of refused)
    expect([cosignature, (await send({ size: of, cosignature })).status]).toEqual([cosignature, status])
  expect(await served()).toBe(before)
  expect((await send(good)).status).toBe(200)
})

test('a cosignature is what C2SP says, byte for byte', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' })['x']), 'base64url')
  const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
  const signer = {
    name: 'witness.example.com/w1',
    publicKey: raw,
    sign: (message: Uint8Array) => sign(null, message, privateKey),
  }
  const line = await cosign(signer, text, new Date(1_679_315_147_000))
  const [, name, encoded = ''] = line.trim().split(' ')
  const bytes = Buffer.from(encoded, 'base64')
  expect([name, bytes.length, bytes.readBigUInt64BE(4)]).toEqual(['witness.example.com/w1', 76, 1_679_315_147n])
  const message = Buffer.from(`cosignature/v1\ntime 1679315147\n${text}`)
  expect(verify(null, message, publicKey, bytes.subarray(12))).toBe(true)
  // The example of C2SP: its key has the first bytes 8d66cf3f, and its time is that of the message above.
  const example =
    'jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA=='
  expect(Buffer.from(example, 'base64').readBigUInt64BE(4)).toBe(1_679_315_147n)
  await expect(readWitnessKey((await writeWitnessKey('w', raw)).replace('w+', 'v+'))).rejects.toThrow(ProofError)
})
