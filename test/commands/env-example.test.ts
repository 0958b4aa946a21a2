/** .env.example documents every setting of the code, and an .env that no setting is read from is refused. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '../../server/platform/env/env.ts'
import { temporaryFolder } from '../support/process.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const example = read('.env.example')

test('.env.example names every variable that the server reads, and no other', () => {
  const named = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map((found) => found[1])
  const sources = readdirSync(join(import.meta.dirname, '../../server/platform/env'))
    .filter((name) => !name.includes('.test.'))
    .map((name) => read(`server/platform/env/${name}`))
    .join('')
  const taken = [...sources.matchAll(/^ {2}([A-Z][A-Z0-9_]*): /gm)].map((found) => found[1])
  expect(new Set(named)).toEqual(new Set(taken))
})

test('every setting of .env.example is commented out', () => {
  expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
})

test('the defaults that .env.example shows are the defaults', () => {
  const shown = Object.fromEntries(
    [...example.matchAll(/^# ([A-Z0-9_]+)=(.+)$/gm)].map((found) => [found[1], found[2]]),
  )
  const { port, host, dataDir, donationsEmail, support, trustProxy, rateLimits, logLevel, payouts } = readEnv({})
  expect(shown).toMatchObject({
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    DONATIONS_EMAIL: donationsEmail,
    SUPPORT_EMAIL: support.email,
    SUPPORT_PHONE: support.phone,
    TRUST_PROXY: String(trustProxy),
    RATE_LIMITS: rateLimits ? 'on' : 'off',
    LOG_LEVEL: logLevel,
    SOLE_ADMINISTRATOR: payouts.soleAdministrator ? 'on' : 'off',
  })
})

test('an .env that Windows has saved as UTF-16 is refused in a sentence, as none of its settings would count', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'scripts'))
  const script = join(folder, 'scripts/run.mjs')
  cpSync(join(import.meta.dirname, '../../scripts/run.mjs'), script)
  writeFileSync(join(folder, '.env'), Buffer.from('\uFEFFPORT=8080\r\n', 'utf16le'))
  const { status, stderr } = spawnSync(process.execPath, [script, 'start'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^The file \.env is not saved as UTF-8,.*\n$/)])
})
