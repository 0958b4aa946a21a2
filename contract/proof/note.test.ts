/** C2SP's signed notes: an example that Go's `sumdb/note` made, and what must be refused. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { PETER, SIGNATURE, TEXT } from '../../test/support/go-note.ts'
import { ProofError, utf8 } from './bytes.ts'
import {
  keyId,
  openCheckpoint,
  openNote,
  parseCheckpoint,
  readVerifierKey,
  signatureLine,
  writeVerifierKey,
} from './note.ts'

test("a note that Go's implementation signed is accepted, with its key", async () => {
  const key = await readVerifierKey(PETER)
  expect(await openNote(`${TEXT}\n${SIGNATURE}`, [key])).toBe(TEXT)
  expect(await writeVerifierKey(key.name, key.publicKey)).toBe(PETER)
})

test('a note with another text, an unknown key, or a broken form is refused', async () => {
  const key = await readVerifierKey(PETER)
  const note = `${TEXT}\n${SIGNATURE}`
  const refused = [
    note.replace('problem is', 'problem was'),
    note.replace('PeterNeumann x08', 'PeterNeumann y08'),
    note.replaceAll('PeterNeumann', 'PaulNeumann'),
    note.slice(0, -1),
    TEXT,
    `${TEXT}\n`,
    note.replace('\u2014', '-'),
    note.replace('nAM=', 'nAM'),
    `${TEXT}\t\n${SIGNATURE}`,
    `${TEXT}\n${SIGNATURE.repeat(65)}`,
    '',
  ]
  for (const each of refused) await expect(openNote(each, [key])).rejects.toThrow(ProofError)
  // Signatures of others do not matter.
  expect(await openNote(`${note}\u2014 witness.example/w1 ${'A'.repeat(96)}\n`, [key])).toBe(TEXT)
})

test("C2SP's example of a checkpoint is read, and anything else is refused", () => {
  const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
  expect(parseCheckpoint(text)).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
  expect(parseCheckpoint(`${text}extension\n`).size).toBe(20_852_163)
  const refused = [
    text.replace('20852163', '020852163'),
    text.replace('20852163', '-1'),
    text.replace('20852163', '99999999999999999'),
    text.replace('q2I=', 'q2J='),
    text.replace('CsUY', 'CsU'),
    text.replace('example.com/behind-the-sofa', ''),
    `${text}\n`,
    text.slice(0, -1),
    '',
  ]
  for (const each of refused) expect(() => parseCheckpoint(each)).toThrow(ProofError)
})

test('a checkpoint that names another log than its key is refused', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' })['x']), 'base64url')
  const key = await readVerifierKey(await writeVerifierKey('aid.example/log', raw))
  const noteOf = async (origin: string) => {
    const text = `${origin}\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n`
    const signature = sign(null, utf8(text), privateKey)
    return `${text}\n${signatureLine(key.name, await keyId(key.name, raw), signature)}`
  }
  expect(await openCheckpoint(await noteOf('aid.example/log'), [key])).toMatchObject({ size: 0 })
  await expect(openCheckpoint(await noteOf('other.example/log'), [key])).rejects.toThrow('of another log')
})
