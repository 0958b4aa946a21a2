/** `npm run doctor` against complete, incomplete and broken deployments, with real faults. */
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '../../server/platform/clock.ts'
import { startClamd, type TestClamd } from '../support/clamd.ts'
import { startPostgres, type PostgresServer } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { startMailServer } from '../support/mail-server.ts'
import {
  endProcesses,
  SECRET_KEY,
  startServer,
  temporaryFolder,
  testKeys,
  type ServerProcess,
} from '../support/process.ts'
import { startProxy } from '../support/proxy.ts'
import { startS3 } from '../support/s3.ts'
import type { TestS3 } from '../support/s3-server.ts'
import { startSmsProvider, type SmsProvider } from '../support/sms-provider.ts'
import { ADMINISTRATORS, WRONG_ROWS } from './doctor-rows.ts'
import { callCommand } from './call-command.ts'
import { query } from './query.ts'

const MAIL_PASSWORD = 'the-password-of-the-mail-server'
const DATABASE_PASSWORD = 'the-password-of-the-server-role'
const SMS_API_KEY = 'the-key-of-the-sms-provider'
/** Secrets, which must never be printed. */
const SECRETS = [
  SECRET_KEY,
  testKeys.PAYSTACK_SECRET_KEY,
  MAIL_PASSWORD,
  SMS_API_KEY,
  DATABASE_PASSWORD,
  'a secret',
  'postgres:postgres',
]

let s3: TestS3
let clamd: TestClamd
let sms: SmsProvider
let paystack: { url: string; server: Server; behind: number }
let mailPort: number
/** A deployment with every optional part, behind a proxy. */
let whole: Record<string, string>
/** The PostgreSQL of the other tests is fast because it is not durable, and the doctor says so. */
let postgres: PostgresServer
let server: ServerProcess
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  ;[s3, clamd, sms, paystack, mailPort, postgres] = await Promise.all([
    startS3(),
    startClamd(),
    startSmsProvider({ status: 200, body: JSON.stringify({ user: 'Aid', balance: 1250.5, currency: 'NGN' }) }),
    startPaystack(),
    freePort(),
    startPostgres(),
  ])
  const mailServer = await startMailServer(mailPort, false, MAIL_PASSWORD)
  const port = String(await freePort())
  const proxy = await startProxy(`http://127.0.0.1:${port}`, { namesClients: true })
  for (const each of [mailServer, proxy, clamd, sms]) closing.push(() => each.close())
  const owner = await postgres.newDatabase('whole')
  await query(owner, `create role taimako login password '${DATABASE_PASSWORD}'`)
  whole = {
    ...testKeys,
    ...s3.variables,
    PAYSTACK_BASE_URL: paystack.url,
    DATABASE_URL: owner.replace('postgres:postgres', `taimako:${DATABASE_PASSWORD}`),
    MIGRATION_DATABASE_URL: owner,
    SECRET_KEY,
    DATA_DIR: temporaryFolder(),
    PORT: port,
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '1',
    SMTP_URL: `smtp://taimako:${MAIL_PASSWORD}@127.0.0.1:${mailPort}`,
    MAIL_FROM: 'Taimako <no-reply@aid.example.org>',
    SUPPORT_EMAIL: 'help@aid.example.org',
    SMS_PROVIDER: 'termii',
    SMS_API_KEY,
    SMS_WEBHOOK_SECRET: 'a secret',
    SMS_BASE_URL: sms.url,
    CLAMAV_HOST: clamd.address,
  }
  server = await startServer(whole)
})
afterAll(async () => {
  paystack.server.closeAllConnections()
  paystack.server.close()
  await endProcesses()
  await Promise.all(closing.map((close) => close()))
  await postgres.stop()
})

/** The part of the provider that the doctor calls, with an adjustable clock. */
async function startPaystack(): Promise<{ url: string; server: Server; behind: number }> {
  const provider = { url: '', server: createServer(), behind: 0 }
  provider.server.on('request', (request, response) => {
    const known = request.headers.authorization === `Bearer ${testKeys.PAYSTACK_SECRET_KEY}`
    const date = new Date(Date.now() - provider.behind).toUTCString()
    response.writeHead(known ? 200 : 401, { 'content-type': 'application/json', date })
    const list = { data: [], meta: { total: 0, page: 1, pageCount: 1, perPage: 100 } }
    response.end(JSON.stringify({ status: known, message: known ? 'Retrieved' : 'Invalid key', ...(known && list) }))
  })
  await new Promise<void>((resolve) => {
    provider.server.listen(0, '127.0.0.1', resolve)
  })
  const address = provider.server.address()
  provider.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return provider
}

async function doctor(variables: Readonly<Record<string, string>>) {
  const { code, said, refused } = await callCommand('doctor', [], variables)
  expect(refused).toBe('')
  for (const secret of SECRETS) expect(said).not.toContain(secret)
  const lines = said.split('\n').slice(0, -3)
  expect(lines.filter((line) => !/^(ok|warning|problem) +[a-z]/.test(line))).toEqual([])
  const having = (level: string) =>
    lines.filter((line) => line.startsWith(level)).map((line) => `${line.slice(9, 24).trim()}: ${line.slice(24)}`)
  return { code, said, problem: having('problem'), warning: having('warning'), ok: having('ok') }
}

/** The lines begin with the expected texts, and there are no others. */
function expectOnly(found: readonly string[], expected: readonly string[]): void {
  expect(found.map((line) => expected.find((beginning) => line.startsWith(beginning)) ?? line).toSorted()).toEqual(
    expected.toSorted(),
  )
}

test('a fresh clone has no data, and the doctor creates none', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data')
  const { code, problem, warning } = await doctor({ DATA_DIR, PORT: String(await freePort()) })
  expect(code).toBe(1)
  expectOnly(problem, ['address: http://127.0.0.1:'])
  expectOnly(warning, [
    'folder: DATA_DIR (',
    'database: There is no database yet.',
    'mail: ',
    'text messages: SMS_PROVIDER',
  ])
})

test('invalid settings are listed, one a line, and nothing else is checked', async () => {
  const { code, problem, warning, ok } = await doctor({
    PORT: 'eighty',
    TRUST_PROXY: '9',
    SMTP_URL: 'mail.example.org',
  })
  expect(code).toBe(1)
  expectOnly(problem, ['settings: PORT: must be', 'settings: TRUST_PROXY: ', 'settings: SMTP_URL: must be an smtp://'])
  expect([warning, ok]).toEqual([[], []])
})

test('a complete deployment: nothing is wrong, sent or changed', async () => {
  await query(whole['MIGRATION_DATABASE_URL'], ...ADMINISTRATORS)
  const { code, problem, warning, ok } = await doctor(whole)
  expect({ code, problem }).toEqual({ code: 0, problem: [] })
  expectOnly(warning, ['database: No synchronous standby'])
  expectOnly(ok, [
    'settings: Every setting is valid.',
    'folder: ',
    'database: The database answers, and all migrations have run.',
    'database: SECRET_KEY decrypts',
    "database: The server's role owns nothing",
    "clock: This machine's clock agrees with the database's.",
    "clock: This machine's clock agrees with the provider's.",
    'books: The books balance.',
    'jobs: Every job runs on time.',
    'people: 2 administrators, each with a second step.',
    `address: ${whole['PUBLIC_URL']} points to this instance.`,
    'address: TRUST_PROXY=1 matches the proxies that requests come through.',
    'address: The webhook address at the provider must be',
    'address: Documents of 10 MB get through',
    'payments: The provider answers and accepts PAYSTACK_SECRET_KEY.',
    'mail: The mail server answers and accepts our sign-in.',
    'text messages: The provider accepts our key, and the account has 1,250.5 left.',
    'documents: A test file was stored in the bucket aid-documents, read back and deleted.',
    'documents: Parts of unfinished uploads are in the bucket: any process continues any upload.',
    'public log: The bucket aid-documents keeps what was signed last',
    'viruses: The scanner answers',
  ])
  expect(sms.asked.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)).toEqual(['GET /api/get-balance'])
})

test('a deployment with one fault in every part', async () => {
  paystack.behind = minutes(61)
  clamd.forget()
  sms.answer = { status: 401, body: '{"message":"Invalid key"}' }
  const meek = await startProxy(server.url, { namesClients: true, bodyBytesMax: 1_000_000 })
  closing.push(() => meek.close())
  await query(whole['MIGRATION_DATABASE_URL'], `alter database whole set synchronous_commit = off`, ...WRONG_ROWS)
  const { code, problem, warning } = await doctor({
    ...whole,
    PUBLIC_URL: meek.url,
    TRUST_PROXY: '0',
    SECRET_KEY: 'another key of thirty-two characters or more',
    PAYSTACK_SECRET_KEY: 'sk_test_of_somebody_else',
    SMTP_URL: `smtp://taimako:guessed@127.0.0.1:${mailPort}`,
    S3_ACCESS_KEY_ID: 'SOMEBODY',
    SMTP_HOST: 'mail.example.org',
    RATE_LIMITS: 'off',
    RETENTION_REFUSED_DAYS: '100',
  })
  expect(code).toBe(1)
  expectOnly(problem, [
    'database: synchronous_commit is off',
    'database: SECRET_KEY is not the key',
    'books: The books do not balance.',
    "clock: This machine's clock is 3,66",
    'address: Requests come through 1 proxy, and TRUST_PROXY is 0: rate limits count the proxy, not people. Set TRUST_PROXY=1.',
    'address: The proxy refuses documents of 10 MB.',
    'payments: The provider refuses PAYSTACK_SECRET_KEY.',
    'mail: The mail server refuses the sign-in of SMTP_URL (EAUTH',
    'text messages: The provider refuses SMS_API_KEY (HTTP 401).',
    'documents: the bucket aid-documents cannot store, return and delete a file (AccessDenied).',
    'viruses: The scanner does not detect the test virus',
  ])
  expectOnly(warning, [
    'settings: SMTP_HOST is not a Taimako setting',
    'settings: RATE_LIMITS is off',
    'privacy: RETENTION_REFUSED_DAYS is 100 days, and the privacy notice does not say so.',
    'mail: 1 email has been waiting for more than ten minutes. Last answer of the mail server: EENVELOPE 550.',
    'mail: 1 email could not be sent in the last week.',
    'people: Without a second step: ada@aid.example',
  ])
})

test('every missing external service is named', async () => {
  const nowhere = `127.0.0.1:${await freePort()}`
  const { code, problem } = await doctor({
    ...whole,
    DATABASE_URL: `postgres://postgres@${nowhere}/whole`,
    PUBLIC_URL: `http://${nowhere}`,
    PAYSTACK_BASE_URL: `http://${nowhere}`,
    SMTP_URL: `smtp://${nowhere}`,
    SMS_BASE_URL: `http://${nowhere}`,
    S3_ENDPOINT: `http://${nowhere}`,
    CLAMAV_HOST: nowhere,
  })
  expect(code).toBe(1)
  expectOnly(problem, [
    'database: The database does not answer.',
    `address: http://${nowhere} does not answer (ECONNREFUSED).`,
    `payments: The provider at http://${nowhere} does not answer as expected.`,
    'mail: The mail server of SMTP_URL does not answer like a mail server (ESOCKET)',
    'text messages: The provider does not answer as expected (UNREACHABLE).',
    'documents: the bucket aid-documents cannot store, return and delete a file (ECONNREFUSED).',
    'viruses: The scanner of CLAMAV_HOST does not answer',
  ])
})

test('without a server, on a read-only database: jobs are overdue, and the doctor writes nothing', async () => {
  await server.stop()
  await query(
    whole['MIGRATION_DATABASE_URL'],
    `update jobs set next_run_at = next_run_at - interval '1 hour'`,
    `alter database whole set default_transaction_read_only = on`,
  )
  const { code, problem } = await doctor(whole)
  expect(code).toBe(1)
  expect(problem).toContainEqual(expect.stringContaining('jobs: No job has run for five minutes'))
  expect(problem.join()).not.toContain('could not be checked')
})

test('a database of another mode, and one with edited migrations', async () => {
  const { PAYSTACK_SECRET_KEY: _, PAYSTACK_PUBLIC_KEY: __, PAYSTACK_BASE_URL: ___, ...sandbox } = whole
  const other = await doctor({ ...sandbox, SANDBOX: 'on' })
  expect(other.problem).toContainEqual(
    expect.stringContaining(
      "database: This database holds the provider's test money, but the Paystack key is for the sandbox",
    ),
  )
  await query(
    whole['MIGRATION_DATABASE_URL'],
    'set default_transaction_read_only = off',
    `update schema_migrations set sha256 = 'edited' where name = '0002_sandbox.sql'`,
  )
  const edited = await doctor(whole)
  expect(edited.problem).toContain(
    'database: The migration 0002_sandbox.sql was edited after it was applied: write a new one instead.',
  )
})
