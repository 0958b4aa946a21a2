/** The built pages contain nothing that only the server may know, and nothing about the machine that built them. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { gzipSync } from 'node:zlib'
import { resolveConfig } from 'vite'
import { expect, test, vi } from 'vitest'
import { LANGUAGE_TAGS } from '../contract/platform/language-tags.ts'
import { alternates } from '../scripts/pages.ts'
import { PUBLIC_URL_PLACEHOLDER } from '../contract/platform/public-url.ts'
import { PLAIN_PATH } from '../contract/aid/plain-form.ts'
import { BUILD_FOLDER } from '../server/platform/root.ts'

const ROOT = join(import.meta.dirname, '..')
/** For Node, not for browsers. */
const VERIFIER = 'verify-log.mjs'

const names = readdirSync(BUILD_FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(BUILD_FOLDER, name)).isFile(),
)
// The compressed files are copies of these.
const files = names
  .filter((name) => extname(name) !== '.br')
  .map((name) => ({ name, text: readFileSync(join(BUILD_FOLDER, name), 'latin1') }))

const holding = (sign: RegExp | string) =>
  files.filter(({ text }) => (typeof sign === 'string' ? text.includes(sign) : sign.test(text))).map(({ name }) => name)

const settings = Array.from(
  readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^# ([A-Z\d]+(?:_[A-Z\d]+)+)=/gm),
  ([, name = '']) => name,
)

test('no setting of the server is named', () => {
  expect(settings).toContain('PAYSTACK_SECRET_KEY')
  for (const name of settings) expect([name, holding(name)]).toEqual([name, []])
})

test.each([
  ['a key of the provider', /\b[sp]k_(?:test|live)_[a-z\d]{8}/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}/],
  ['an address with a password', /\b[a-z+]{3,12}:\/\/[^\s/:@"'`]+:[^\s/:@"'`]+@/],
  ['the folder of the build', ROOT],
  ['a link to a source map', /[#@] sourceMappingURL=/],
])('the files do not contain %s', (_what, sign) => {
  expect(holding(sign)).toEqual([])
})

/** Scripts for staff alone: they contain the PDF viewer, which needs newer browsers (web/lib/browser-floor.ts). */
const STAFF_SCRIPT = /^assets\/(?:staff|admin|pdf)/

test.each([
  // Safari before 16.4 reads nothing of a file that has one.
  ['a regular expression that looks behind', /\(\?<[=!]/],
  ['a regular expression with the flag v', /\/[a-z]*v[a-z]*\.(?:test|exec)\(/],
  ['a query of widths that Safari before 16.4 drops', /@media[^{]*\(width\s*[<>]/],
])('no page of the public and of applicants contains %s', (_what, sign) => {
  const isTheirs = (name: string) => /\.(?:js|css)$/.test(name) && !STAFF_SCRIPT.test(name)
  expect(holding(sign).filter(isTheirs)).toEqual([])
})

test('no script of weight shares a slow line with the styles: each has a low priority, and the first is tiny', () => {
  const pages = files.filter(({ name, text }) => name.endsWith('index.html') && text.includes('type="module"'))
  expect(pages.length).toBeGreaterThan(50)
  for (const { name, text } of pages) {
    const scripts = text.match(/<(?:link rel="modulepreload"|script type="module")[^>]*>/gi) ?? []
    expect([name, scripts.filter((each) => !/fetchpriority="low"/i.test(each))]).toEqual([name, []])
    const [, first = ''] = /href="([^"]+)"/.exec(scripts[0] ?? '') ?? []
    expect([name, statSync(join(BUILD_FOLDER, first)).size < 1024]).toEqual([name, true])
  }
})

test('the files do not contain code that only the server runs, except the verifier', () => {
  // Code shared with the verifier uses Node's own hashing under Node.
  const sign = /(?<!getBuiltinModule\?\.\(`)\bnode:(?:fs|crypto|child_process|net)\b|drizzle-orm|argon2id/
  expect(holding(sign).filter((name) => name !== VERIFIER)).toEqual([])
})

test('the verifier of the public log is one small file, which plain Node runs', () => {
  const run = spawnSync(process.execPath, [join(BUILD_FOLDER, VERIFIER)], { encoding: 'utf8' })
  expect([run.status, run.stderr]).toEqual([2, expect.stringContaining('Say which log')])
  expect(gzipSync(readFileSync(join(BUILD_FOLDER, VERIFIER)), { level: 9 }).length).toBeLessThanOrEqual(12 * 1024)
})

test('the build does not see the settings of the machine', async () => {
  const file = join(ROOT, '.env')
  const own = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const secrets = Object.entries({ ...own, ...process.env }).filter(
    ([name, value = '']) => /KEY|SECRET|PASSWORD|TOKEN/.test(name) && value.length >= 12,
  )
  for (const [name, value = ''] of secrets) expect([name, holding(value)]).toEqual([name, []])

  for (const name of settings) vi.stubEnv(name, `planted ${name}`)
  const { env, define, environments } = await resolveConfig({ root: ROOT, logLevel: 'silent' }, 'build', 'production')
  vi.unstubAllEnvs()
  const defined = [define, ...Object.values(environments).map((each) => each.define)]
  expect(JSON.stringify([env, ...defined])).not.toContain('planted')
})

test('whoever runs no script finds the form for aid that needs none', () => {
  const without = files.flatMap(({ name, text }) =>
    [...(name.endsWith('.html') ? text.matchAll(/<noscript>.*?<\/noscript>/gs) : [])].map(([found]) => ({
      name,
      found,
    })),
  )
  expect(without.length).toBeGreaterThan(10)
  // In the language of its page.
  const formOfAid = new RegExp(`href="(?:/(?:${LANGUAGE_TAGS.join('|')}))?${PLAIN_PATH}"`)
  expect(without.filter(({ found }) => !formOfAid.test(found)).map(({ name }) => name)).toEqual([])
})

test('the files contain neither sources nor source maps', () => {
  expect(files.length).toBeGreaterThan(20)
  expect(names.filter((name) => /\.(?:map|tsx?|jsx|env|pem|key)$/.test(name))).toEqual([])
})

test('search engines hear of a page in each signed language, and of none that no one has reviewed', () => {
  const at = (tag: string, path: string) =>
    `<link rel="alternate" hreflang="${tag}" href="${PUBLIC_URL_PLACEHOLDER}${path}"/>`
  expect(alternates('/aid', ['ha'])).toBe(at('en', '/aid') + at('ha', '/ha/aid'))
  expect([alternates('/donate', ['ha']), alternates('/aid', [])]).toEqual(['', ''])
  // No one has signed these two: whoever does changes this line.
  expect(holding('hreflang="ha" href="http')).toEqual([])
})
