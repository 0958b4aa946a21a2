/** What everybody can download holds nothing that is only for the server, and nothing of the machine that built it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { BUILD_FOLDER } from '../server/lib/http/pages.ts'

const ROOT = join(import.meta.dirname, '..')
const COMPRESSED = new Set(['.br', '.gz'])

const names = readdirSync(BUILD_FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(BUILD_FOLDER, name)).isFile(),
)
// The compressed copies are of the same files.
const files = names
  .filter((name) => !COMPRESSED.has(extname(name)))
  .map((name) => ({ name, text: readFileSync(join(BUILD_FOLDER, name), 'latin1') }))

const holding = (sign: RegExp | string) =>
  files.filter(({ text }) => (typeof sign === 'string' ? text.includes(sign) : sign.test(text))).map(({ name }) => name)

test('no setting of the server is named', () => {
  const settings = readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^# ([A-Z\d]+(?:_[A-Z\d]+)+)=/gm)
  const found = [...settings].map(([, name = '']) => name)
  expect(found).toContain('PAYSTACK_SECRET_KEY')
  for (const name of found) expect([name, holding(name)]).toEqual([name, []])
})

test.each([
  ['a key of the provider', /\b[sp]k_(?:test|live)_[a-z\d]{8}/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}/],
  ['an address with a password', /\b[a-z+]{3,12}:\/\/[^\s/:@"'`]+:[^\s/:@"'`]+@/],
  ['the folder that it was built in', ROOT],
  ['what only the server runs', /\bnode:(?:fs|crypto|child_process|net)\b|drizzle-orm|argon2id/],
  ['the way to a source', /[#@] sourceMappingURL=/],
])('%s is nowhere', (_what, sign) => {
  expect(holding(sign)).toEqual([])
})

test('no value of the settings of this machine is anywhere', () => {
  const file = join(ROOT, '.env')
  const own = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const secrets = Object.entries({ ...own, ...process.env }).filter(
    ([name, value = '']) => /KEY|SECRET|PASSWORD|TOKEN/.test(name) && value.length >= 12,
  )
  for (const [name, value = ''] of secrets) expect([name, holding(value)]).toEqual([name, []])
})

test('no source is among the files, neither as it was written nor as a map to it', () => {
  expect(files.length).toBeGreaterThan(20)
  expect(names.filter((name) => /\.(?:map|tsx?|jsx|env|pem|key)$/.test(name))).toEqual([])
})
