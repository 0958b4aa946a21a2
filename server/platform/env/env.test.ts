import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readEnv, unknownSettings } from './env.ts'
import { StartError } from '../errors.ts'

const LIVE = {
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789',
  PAYSTACK_PUBLIC_KEY: 'pk_live_0123456789',
  DATABASE_URL: 'postgres://127.0.0.1/taimako',
  SECRET_KEY: 'x'.repeat(32),
  DONATIONS_EMAIL: 'gifts@taimako.org',
  PUBLIC_URL: 'https://taimako.org',
}

describe('the environment', () => {
  test('needs no variable: the default is a local sandbox', () => {
    const env = readEnv({})
    expect(env).toMatchObject({ mode: 'sandbox', port: 3000, host: '127.0.0.1', publicUrl: 'http://127.0.0.1:3000' })
  })

  test('lists every fault at once', () => {
    const faults = faultsOf({
      PORT: 'many',
      PUBLIC_URL: 'taimako.org',
      RATE_LIMITS: 'perhaps',
      DONATIONS_EMAIL: 'no address',
    })
    for (const name of ['PORT', 'PUBLIC_URL', 'RATE_LIMITS', 'DONATIONS_EMAIL']) expect(faults).toContain(`- ${name}:`)
  })

  test('lets one administrator pay out alone only where it says on', () => {
    expect(readEnv({}).payouts).toEqual({ soleAdministrator: false })
    expect(readEnv({ SOLE_ADMINISTRATOR: 'on' }).payouts).toEqual({ soleAdministrator: true })
    expect(faultsOf({ SOLE_ADMINISTRATOR: 'yes' })).toContain('- SOLE_ADMINISTRATOR:')
  })

  test('keeps a refused request as long as its applicant may appeal', () => {
    expect(readEnv({ RETENTION_REFUSED_DAYS: '30' }).retention).toMatchObject({ refusedDays: 30 })
    expect(faultsOf({ RETENTION_REFUSED_DAYS: '29' })).toContain(
      '- RETENTION_REFUSED_DAYS: must be at least the 30 days',
    )
  })

  test('accepts a complete live instance', () => {
    expect(readEnv(LIVE)).toMatchObject({ mode: 'live', publicUrl: 'https://taimako.org' })
  })

  test('accepts several hosts, each with its port or none', () => {
    const DATABASE_URL = 'postgres://taimako:p%2C@[::1]:5433,second.example/taimako?sslmode=verify-full'
    expect(readEnv({ ...LIVE, DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      databaseDirectUrl: DATABASE_URL,
    })
  })

  test.each([
    ['postgres://taimako@one,/db', 'DATABASE_URL: has a comma without a host'],
    ['postgres://taimako@,one/db', 'DATABASE_URL: has a comma without a host'],
    ['postgres://taimako@One,one:5432/db', 'DATABASE_URL: names one:5432 twice'],
    ['postgres://taimako@one:1,two:port/db', 'DATABASE_URL: must be a postgres:// address'],
    ['mysql://taimako@one,two/db', 'DATABASE_URL: must be a postgres:// address'],
    ['postgres:///db?host=one,two', 'DATABASE_URL: names its hosts after the question mark'],
    ['postgres://taimako@one,two/db?host=three', 'DATABASE_URL: names its hosts after the question mark'],
    ['postgres://taimako@one,two/db?pooler=perhaps', 'DATABASE_URL: pooler must be named or unnamed'],
    ['postgres://taimako@one,two/db?pooler=named', 'DATABASE_DIRECT_URL: required with a pooler'],
  ])('refuses the address %s', (DATABASE_URL, fault) => {
    expect(faultsOf({ ...LIVE, DATABASE_URL })).toContain(fault)
  })

  test('takes one standby for reads, beside a database server', () => {
    const DATABASE_READ_URL = 'postgres://taimako@standby/db'
    expect(readEnv({ ...LIVE, DATABASE_READ_URL })).toMatchObject({ databaseReadUrl: DATABASE_READ_URL })
    expect(faultsOf({ DATABASE_READ_URL })).toContain('DATABASE_READ_URL: set without DATABASE_URL')
    const two = 'postgres://taimako@one,two/db'
    expect(faultsOf({ ...LIVE, DATABASE_READ_URL: two })).toContain('DATABASE_READ_URL: must name one standby')
  })

  test.each([
    [
      'a live key without a database server',
      { ...LIVE, DATABASE_URL: '' },
      'DATABASE_URL: required with a live Paystack key',
    ],
    ['a database server without a secret', { ...LIVE, SECRET_KEY: '' }, 'SECRET_KEY: required with DATABASE_URL'],
    ['keys of two modes', { ...LIVE, PAYSTACK_PUBLIC_KEY: 'pk_test_0123456789' }, 'one key is for test'],
    ['a secret key alone', { PAYSTACK_SECRET_KEY: 'sk_test_0123456789' }, 'PAYSTACK_PUBLIC_KEY: required'],
    ['the sandbox with a live key', { ...LIVE, SANDBOX: 'on' }, 'SANDBOX: on, but there is a Paystack key'],
    ['no key and no sandbox', { SANDBOX: 'off' }, 'no payment would be possible'],
    ['the sandbox in production', { NODE_ENV: 'production' }, 'play money would mislead users'],
    ['the sandbox on a public address', { PUBLIC_URL: 'https://taimako.org' }, 'play money would mislead users'],
    ['a live key and the example address', { ...LIVE, DONATIONS_EMAIL: '' }, 'DONATIONS_EMAIL: required'],
  ])('refuses %s', (_name, variables, fault) => {
    expect(faultsOf(variables)).toContain(fault)
  })

  test.each(['http://login.example.org', 'http://127.0.0.1.example.org'])('refuses a provider at %s', (issuer) => {
    const client = { OAUTH_OIDC_CLIENT_ID: 'taimako', OAUTH_OIDC_CLIENT_SECRET: 'secret' }
    expect(faultsOf({ OAUTH_OIDC_ISSUER: issuer, ...client })).toContain('OAUTH_OIDC_ISSUER: must be https')
    expect(readEnv({ OAUTH_OIDC_ISSUER: 'http://127.0.0.1:4000', ...client }).accounts.oauth).toHaveLength(1)
  })

  test('allows a public sandbox with SANDBOX=on', () => {
    expect(readEnv({ NODE_ENV: 'production', PUBLIC_URL: 'https://demo.taimako.org', SANDBOX: 'on' }).mode).toBe(
      'sandbox',
    )
  })
})

test.each(['/proc/taimako', '/proc', '/tmp/../sys/taimako'])(
  'a data folder %s, where nothing is stored, is refused',
  (DATA_DIR) => {
    expect(faultsOf({ DATA_DIR })).toContain('DATA_DIR: must not be below /proc or /sys')
  },
)

describe('an .env file as it is saved', () => {
  test.each([
    ['with a byte order mark', '\uFEFFPUBLIC_URL=https://aid.example.org\nPORT=8080'],
    ['with the line ends of Windows', 'PUBLIC_URL=https://aid.example.org\r\nPORT=8080\r\n'],
    ['with spaces and quotes', 'PUBLIC_URL=" https://aid.example.org "\nPORT= 8080 \nDOCUMENTS_RESERVE_MB=" "'],
  ])('%s has the same settings', (_name, file) => {
    const env = readEnv({ SANDBOX: 'on', ...parseEnv(file) })
    expect(env).toMatchObject({ publicUrl: 'https://aid.example.org', port: 8080 })
    expect(env.documents.reserveBytes).toBe(readEnv({}).documents.reserveBytes)
  })

  test('has the same settings where Docker leaves quotes and the ends of lines in place', () => {
    const variables = { PUBLIC_URL: '"https://aid.example.org"\r', SANDBOX: "'on'\r", HOST: '  ', DATA_DIR: '""' }
    expect(readEnv(variables)).toMatchObject({
      publicUrl: 'https://aid.example.org',
      host: '127.0.0.1',
      dataDir: './data',
    })
  })

  test('keeps each character of what keys are derived from, but for spaces alone', () => {
    const SECRET_KEY = `"${'x'.repeat(32)} "`
    expect(readEnv({ ...LIVE, SECRET_KEY }).secretKey).toBe(SECRET_KEY)
    expect(faultsOf({ ...LIVE, SECRET_KEY: ' '.repeat(40) })).toContain('SECRET_KEY: required with DATABASE_URL')
  })

  test('is refused where spaces after a name took the line below it', () => {
    const faults = faultsOf(parseEnv('SMTP_URL=  \nexport SECRET_KEY=xx\nOTHER=\t\r\nPORT=8080'))
    expect(faults).toMatch(/- SMTP_URL: only spaces .*SECRET_KEY\./)
    expect(faults).toMatch(/- OTHER: only spaces .*PORT\./)
  })

  test('names each misspelt setting', () => {
    const misspelt = ['LOG_LEVLE', 'MAIL_FORM', 'PUBLIC_ULR', 'RATE_LIMIT', 'SECRET_KYE', 'FOCAL_PESRON', 'DATA_DRI']
    const others = ['NODE_OPTIONS', 'PATH', 'MAIL', 'LOGNAME', 'LOG_LEVEL', '\uFEFFSECRET_KEY']
    const named = unknownSettings(Object.fromEntries([...misspelt, ...others].map((name) => [name, 'x'])))
    expect(named).toEqual(misspelt)
  })
})

describe('the second step of administrators', () => {
  const PUBLIC = { PUBLIC_URL: 'https://taimako.org', SANDBOX: 'on' }

  test.each([
    ['required on a public address', PUBLIC, true],
    ['not required on a local one', {}, false],
    ['off on a public address if the operator says so', { ...PUBLIC, ADMIN_MFA: 'off' }, false],
    ['required on a local one if the operator says so', { ADMIN_MFA: 'required' }, true],
  ])('is %s', (_name, variables, isRequired) => {
    expect(readEnv(variables).accounts.adminMfaRequired).toBe(isRequired)
  })

  test('is not left to chance by another word', () => {
    expect(faultsOf({ ADMIN_MFA: 'optional' })).toContain('- ADMIN_MFA: use required or off')
  })
})

function faultsOf(variables: Readonly<Record<string, string | undefined>>): string {
  try {
    readEnv(variables)
  } catch (error) {
    if (error instanceof StartError) return error.message
  }
  throw new Error('the environment was accepted')
}
