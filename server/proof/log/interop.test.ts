/** An independent client accepts the log: Sigstore's verifier, which npm uses for packages, on our checkpoints and inclusion proofs. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { verifyTLogInclusion } from '@sigstore/verify/dist/tlog/index.js'
import { treeOf, type ReadLog } from '../../../contract/proof/audit.ts'
import { splitBundle } from '../../../contract/proof/entries.ts'
import { inclusionProof, tilePath } from '../../../contract/proof/merkle.ts'
import { readVerifierKey } from '../../../contract/proof/note.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { witnessLog } from './witness.ts'

const giving = useGiving()

const read: ReadLog = async (path) => {
  const answer = await giving.server.app.request(`/log/${path}`)
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
}
const textOf = async (path: string) => new TextDecoder().decode(await read(path))

/** As many gifts in the log. @returns its size */
async function logOf(gifts: number): Promise<number> {
  await giving.server.core.db.execute(sql`
    insert into donations (id, amount, status, donation_type, receipt_code_hash, created_at, updated_at, paid_at)
    select gen_random_uuid(), 100, 'success', 'food', sha256(number::text::bytea), '2026-01-10', '2026-01-10', '2026-01-10'
      from generate_series(1, ${gifts}) as number`)
  const { size } = await makeCheckpoint(giving.server.core)
  await giving.server.core.db.execute(sql`delete from donations where amount = 100`)
  return size
}

/** An entry as Sigstore's verifier takes it: its content, place and proof, and the checkpoint that is served. */
async function entryAt(index: number, size: number) {
  const bundle = Math.floor(index / 256)
  const entries = splitBundle(
    (await read(tilePath('entries', bundle, Math.min(256, size - bundle * 256)))) ?? new Uint8Array(),
  )
  const hashes = (await inclusionProof(treeOf(read, size), index)).map((hash) => Buffer.from(hash))
  return {
    logIndex: String(index),
    logId: { keyId: Buffer.alloc(0) },
    kindVersion: { kind: '', version: '' },
    integratedTime: '0',
    inclusionPromise: undefined,
    inclusionProof: {
      logIndex: String(index),
      rootHash: Buffer.alloc(0),
      treeSize: String(size),
      hashes,
      checkpoint: { envelope: await textOf('checkpoint') },
    },
    canonicalizedBody: Buffer.from(entries[index % 256] ?? []),
  }
}

async function authority() {
  const { name, id, publicKey } = await readVerifierKey((await textOf('key')).trim())
  return authorityOf(name, id, Buffer.from(publicKey))
}
const authorityOf = (name: string, id: Uint8Array, publicKey: Buffer) => ({
  logID: Buffer.from(id),
  baseURL: `https://${name}`,
  publicKey: createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  }),
  validFor: { start: new Date(0), end: new Date('2100-01-01') },
})

test('Sigstore’s verifier accepts a checkpoint and the proof of each entry, and refuses what was changed', async () => {
  const size = await logOf(300)
  const log = await authority()
  const check = (entry: Awaited<ReturnType<typeof entryAt>>, of = log) => verifyTLogInclusion(entry, [of])
  for (const index of [0, 1, 127, 255, 256, 257, size - 1]) check(await entryAt(index, size))

  const entry = await entryAt(200, size)
  const body = Buffer.from(entry.canonicalizedBody)
  body[5] = (body[5] ?? 0) ^ 1
  expect(() => check({ ...entry, canonicalizedBody: body })).toThrow('root hash')
  const proof = entry.inclusionProof
  expect(() => check({ ...entry, inclusionProof: { ...proof, logIndex: '201' } })).toThrow('root hash')
  expect(() => check({ ...entry, inclusionProof: { ...proof, hashes: proof.hashes.slice(1) } })).toThrow('hash count')
  const larger = { envelope: proof.checkpoint.envelope.replace(`\n${size}\n`, `\n${size + 1}\n`) }
  expect(() => check({ ...entry, inclusionProof: { ...proof, checkpoint: larger } })).toThrow('signature')
  const other = { ...log, publicKey: generateKeyPairSync('ed25519').publicKey }
  expect(() => check(entry, other)).toThrow('signature')
})

test('it accepts the checkpoint too once a witness has signed it', async () => {
  const size = await logOf(3)
  const folder = mkdtempSync(join(tmpdir(), 'interop-'))
  const now = giving.server.clock.now()
  const { witnessKey, cosignature } = await witnessLog({ read, folder, name: 'example.org/witness', now })
  rmSync(folder, { recursive: true })
  Object.assign(giving.server.core.env, { logWitnesses: [witnessKey] })
  expect((await giving.server.call('POST', '/api/transparency/cosignatures', { size, cosignature })).status).toBe(200)
  expect(await textOf('checkpoint')).toContain('example.org/witness')
  verifyTLogInclusion(await entryAt(1, size), [await authority()])
  Object.assign(giving.server.core.env, { logWitnesses: [] })
})
