/** The format of an entry as docs/transparency.md writes it down: a stranger who follows the page computes what the log has. */
import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clearEntry, fieldDigest, sealedEntry } from '../../../contract/proof/entries.ts'
import { toHex } from '../../../contract/proof/bytes.ts'
import { leafHash } from '../../../contract/proof/merkle.ts'
import { FACTS } from './facts.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/transparency.md'), 'utf8')
const SECTION = PAGE.slice(PAGE.indexOf('## The format of an entry'), PAGE.indexOf('## Which gift pays for what'))
const rowsWith = (columns: number) =>
  SECTION.split('\n').flatMap((line) => {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return cells.length === columns && cells[0]?.startsWith('`') ? [cells] : []
  })
const codesIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code)
const codeIn = (text = '') => codesIn(text)[0] ?? ''

test('the page names every type of entry, whether it is sealed, and its fields in their order', () => {
  const documented = new Map(rowsWith(3).map(([type, is, fields]) => [codeIn(type), [is, ...codesIn(fields)]]))
  const real = new Map<string, (string | undefined)[]>()
  for (const { type, clear, fields } of FACTS) {
    real.set(type, [clear ? 'clear' : 'sealed', ...fields.map(({ name }) => name)])
  }
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(real))
})

const hashOf = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const utf8 = (text: string) => Buffer.from(text, 'utf8')

test('the worked example is what the page says, by its own words and by the code', async () => {
  const fields = rowsWith(4).map(([name, value, salt, digest]) => ({
    name: codeIn(name),
    value: codeIn(value),
    salt: Buffer.alloc(32, Number.parseInt(codeIn(salt), 16)),
    digest: codeIn(digest),
  }))
  expect(fields).toHaveLength(5)
  const digests = fields.map(({ salt, name, value }) => hashOf(salt, utf8(name), Buffer.of(0), utf8(value)))
  expect(digests.map((digest) => digest.toString('hex'))).toEqual(fields.map(({ digest }) => digest))
  const entry = Buffer.concat([Buffer.of(0), hashOf(...digests)])
  const clear = Buffer.concat([Buffer.of(1), utf8(/`(\{[^`]*\})`/.exec(SECTION)?.[1] ?? '')])
  const written = [...SECTION.matchAll(/^ {4}(?:entry|leaf) +([0-9a-f]+)$/gm)].map(([, hex]) => hex)
  expect(written).toEqual([
    entry.toString('hex'),
    hashOf(Buffer.of(0), entry).toString('hex'),
    hashOf(Buffer.of(0), clear).toString('hex'),
  ])
  const ofCode = await sealedEntry(
    await Promise.all(fields.map(({ salt, name, value }) => fieldDigest(salt, name, value))),
  )
  const inClear = clearEntry(clear.subarray(1).toString('utf8'))
  expect([toHex(ofCode), toHex(await leafHash(ofCode)), toHex(await leafHash(inClear))]).toEqual(written)
})
