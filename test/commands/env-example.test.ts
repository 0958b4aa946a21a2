/** .env.example documents every setting of the code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '../../server/platform/env/env.ts'

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
