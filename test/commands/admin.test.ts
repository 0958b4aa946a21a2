/** Creating administrators with the first start and with the command, on both engines, with real servers. */
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseAdminCommand } from '../../server/operator/commands/admin-command.ts'
import { authClient } from '../support/auth-client.ts'
import { ADA, BELLO } from '../support/auth-server.ts'
import {
  endProcesses,
  SECRET_KEY,
  preparedFolder,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from '../support/process.ts'
import { newPostgresDatabase } from '../support/shared-database.ts'
import { callCommand } from './call-command.ts'
import { runCommand } from './run-command.ts'

const ADMIN = 'admin@taimako.example'

let embedded: ServerProcess
const DATA_DIR = await preparedFolder()
beforeAll(async () => {
  embedded = await startServer({ DATA_DIR, RATE_LIMITS: 'off' })
})
afterAll(endProcesses)

const device = ({ url }: ServerProcess) => authClient(fetch, url)

function passwordIn(said: string): string {
  const [, password = ''] = /Password {4}(\w{4}-\w{4}-\w{4}-\w{4})\n/.exec(said) ?? []
  expect(password).not.toBe('')
  return password
}

/** @returns the error code of a sign-in, or the account's metadata */
async function signIn(server: ServerProcess, email: string, password: string) {
  const { data, error } = await device(server).signInWithPassword({ email, password })
  return error ? error.code : data.user?.app_metadata
}

describe('embedded', () => {
  let printed: string

  test('the first start creates an administrator and prints the password once', async () => {
    expect(embedded.output()).toContain(`${embedded.url}/admin-auth`)
    printed = passwordIn(embedded.output())
    expect(await signIn(embedded, ADMIN, printed)).toMatchObject({ role: 'admin', password_change_required: true })
  })

  test('the command goes through the running server', async () => {
    const made = await runCommand('admin', ['create', ' Chief@Aid.example'], { DATA_DIR })
    expect(made).toMatchObject({ code: 0, refused: '' })
    expect(made.said).toContain('chief@aid.example is now an administrator.')
    const password = passwordIn(made.said)
    expect(embedded.output()).not.toContain(password)
    expect(await signIn(embedded, 'chief@aid.example', password)).toMatchObject({ role: 'admin' })

    const list = await callCommand('admin', ['list'], { DATA_DIR })
    expect(list.said).toBe(`${ADMIN}\nchief@aid.example\n`)
  })

  test('an existing administrator is not changed without --reset', async () => {
    const again = await callCommand('admin', ['create', ADMIN], { DATA_DIR })
    expect(again.said).toContain('is already an administrator. Nothing was changed.')
    expect(await signIn(embedded, ADMIN, printed)).toMatchObject({ role: 'admin' })

    const reset = await callCommand('admin', ['create', ADMIN, '--reset'], { DATA_DIR })
    expect(reset.said).toContain(`${ADMIN} remains an administrator.`)
    expect(await signIn(embedded, ADMIN, printed)).toBe('invalid_credentials')
    printed = passwordIn(reset.said)
    expect(await signIn(embedded, ADMIN, printed)).toMatchObject({ role: 'admin' })
  })

  test('a new signing key replaces the old one, and sessions continue until all are ended', async () => {
    const ada = device(embedded)
    expect((await ada.signUp(ADA)).error).toBeNull()
    const rotated = await callCommand('admin', ['rotate-keys'], { DATA_DIR })
    expect(rotated).toMatchObject({ code: 0, refused: '' })
    expect(rotated.said).toMatch(/^A new signing key \([\w-]{43}\) signs from now on/)
    expect((await ada.refreshSession()).data.user?.email).toBe(ADA.email)
    const ended = await callCommand('admin', ['sign-out-everybody'], { DATA_DIR })
    expect(ended).toMatchObject({ code: 0, refused: '' })
    expect(ended.said).toMatch(/^\d+ sessions ended\. Everyone signs in again\./)
    expect((await ada.refreshSession()).error?.code).toBe('refresh_token_not_found')
  })

  test('the record of processing has the periods of the running server', async () => {
    const markdown = await callCommand('admin', ['processing-record'], { DATA_DIR, RETENTION_MESSAGES_DAYS: '9' })
    expect(markdown).toMatchObject({ code: 0, refused: '' })
    expect(markdown.said).toContain('# Record of processing')
    expect(markdown.said).toContain('| 1 year after the newest, then a job deletes them; ')
    const csv = await callCommand('admin', ['processing-record', '--csv'], { DATA_DIR })
    expect(csv.said).toMatch(/^"controller","contact","data"/)
  })

  test('unknown arguments are answered with the usage', async () => {
    const refused = await callCommand('admin', ['make', ADMIN], { DATA_DIR })
    expect(refused).toMatchObject({ code: 1, said: '' })
    expect(refused.refused).toContain('npm run admin -- create EMAIL')
    for (const words of [
      [],
      ['create'],
      ['create', 'nobody'],
      ['create', ADMIN, '--force'],
      ['list', ADMIN],
      ['processing-record', 'pdf'],
    ])
      expect(() => parseAdminCommand(words)).toThrow('npm run admin -- create EMAIL')
  })

  test('without a server the command opens the folder itself; a restart prints nothing', async () => {
    await embedded.stop()
    const made = await callCommand('admin', ['create', ADA.email], { DATA_DIR })
    expect(made).toMatchObject({ code: 0, refused: '' })
    expect(made.said).toContain(`${ADA.email} had an account, and is now an administrator.`)
    const restarted = await startServer({ DATA_DIR, RATE_LIMITS: 'off' })
    expect(restarted.output()).not.toContain('Password')
    expect(await signIn(restarted, ADA.email, ADA.password)).toBe('invalid_credentials')
    expect(await signIn(restarted, ADA.email, passwordIn(made.said))).toMatchObject({ role: 'admin' })
    expect(await signIn(restarted, ADMIN, printed)).toMatchObject({ role: 'admin' })
    await restarted.stop()
  })

  test('a database with only the first administrator counts as empty, and a restore brings back accounts', async () => {
    const file = join(temporaryFolder(), 'backup.gz')
    expect(await callCommand('backup', [file], { DATA_DIR })).toMatchObject({ code: 0 })
    // Two more starts on an embedded database would take ten times as long.
    const fresh = {
      DATABASE_URL: await newPostgresDatabase('migrated'),
      SECRET_KEY,
      DATA_DIR: temporaryFolder(),
      RATE_LIMITS: 'off',
    }
    const firstPassword = 'chosen by the operator'
    const first = await startServer({ ...fresh, ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: firstPassword })
    expect(first.output()).toContain(`${ADMIN} is the administrator`)
    await first.stop()
    expect(await callCommand('restore', [file], fresh)).toMatchObject({ code: 0, refused: '' })
    const restored = await startServer(fresh)
    expect(await signIn(restored, ADMIN, printed)).toMatchObject({ role: 'admin' })
    expect(await signIn(restored, ADMIN, firstPassword)).toBe('invalid_credentials')
    await restored.stop()
    expect((await callCommand('restore', [file], fresh)).refused).toContain('This database is not empty')
  })
})

describe('PostgreSQL', () => {
  test('the configured administrator is created once, even if several servers start together', async () => {
    const variables = {
      DATABASE_URL: await newPostgresDatabase('migrated'),
      SECRET_KEY,
      ADMIN_EMAIL: 'Chief@Aid.example',
      ADMIN_PASSWORD: 'chosen by the operator',
    }
    const servers = await Promise.all([startServer(variables), startServer(variables), startServer(variables)])
    const said = servers.filter((server) => server.output().includes('chief@aid.example is the administrator'))
    expect(said).toHaveLength(1)
    const [server] = servers
    expect(await signIn(server, 'chief@aid.example', variables.ADMIN_PASSWORD)).toEqual({
      provider: 'email',
      providers: ['email'],
      role: 'admin',
      staff_roles: ['administrator'],
    })
    expect((await callCommand('admin', ['list'], variables)).said).toBe('chief@aid.example\n')
    await Promise.all(servers.map((each) => each.stop()))
  })

  test('a weak ADMIN_PASSWORD is refused at the start', async () => {
    const DATABASE_URL = await newPostgresDatabase('migrated')
    for (const ADMIN_PASSWORD of ['123456', 'eleven char', 'qwertyuiop12']) {
      const variables = { DATABASE_URL, SECRET_KEY, ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD }
      await expect(startServer(variables)).rejects.toThrow('ADMIN_PASSWORD: must have at least 12 characters')
    }
  })

  test("a stranger who registered the administrator's address first loses all access", async () => {
    const variables = { DATABASE_URL: await newPostgresDatabase('migrated'), SECRET_KEY, RATE_LIMITS: 'off' }
    const server = await startServer(variables)
    expect(server.output()).toContain('there is no administrator yet')
    expect(server.output()).not.toContain('Password')

    const stranger = device(server)
    const { data } = await stranger.signUp(BELLO)
    await leaveWaysIn(variables.DATABASE_URL, data.user?.id ?? '')
    const made = await callCommand('admin', ['create', BELLO.email], variables)
    expect(made).toMatchObject({ code: 0, refused: '' })

    expect(await signIn(server, BELLO.email, BELLO.password)).toBe('invalid_credentials')
    expect((await stranger.getUser()).error?.name).toBe('AuthSessionMissingError')
    const { refresh_token: refreshToken = '' } = data.session ?? {}
    expect((await device(server).refreshSession({ refresh_token: refreshToken })).error?.code).toBe(
      'refresh_token_not_found',
    )
    const admin = device(server)
    const own = await admin.signInWithPassword({ email: BELLO.email, password: passwordIn(made.said) })
    expect(own.data.user).toMatchObject({ app_metadata: { role: 'admin', providers: ['email'] } })
    expect(own.data.user?.factors).toBeUndefined()
    expect(own.data.user?.new_email).toBeUndefined()
    expect(own.data.user?.identities).toHaveLength(1)
    expect(await waysLeft(variables.DATABASE_URL)).toEqual({ mailed: 0, under_way: 0, proven: 0 })

    // They choose a password, which stays valid.
    expect((await admin.updateUser({ password: 'a password of my own' })).error).toBeNull()
    expect(await signIn(server, BELLO.email, 'a password of my own')).toEqual({
      provider: 'email',
      providers: ['email'],
      role: 'admin',
      staff_roles: ['administrator'],
    })
    await server.stop()
  })
})

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Leaves a second step, a linked sign-in, a pending change of address and a mailed link of the stranger. */
async function leaveWaysIn(url: string, userId: string): Promise<void> {
  const statements = [
    `insert into factors (id, user_id, factor_type, phone, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'phone', '2348030000000', 'verified', now(), now())`,
    `insert into identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
     values (gen_random_uuid(), $1, 'google', 'the stranger', '{}', now(), now())`,
    `insert into one_time_tokens (id, user_id, purpose, email, code_hash, link_hash, created_at, expires_at)
     values (gen_random_uuid(), $1, 'email_change_new', 'stranger@mail.example', '', '', now(), now() + interval '1 hour')`,
    `insert into flow_states (id, purpose, user_id, redirect_to, created_at)
     values (gen_random_uuid(), 'recovery', $1, '', now())`,
    `update users set new_email = 'stranger@mail.example', email_change_sent_at = now(), email_proven_at = now() where id = $1`,
  ]
  for (const statement of statements) await query(url, statement, [userId])
}

async function waysLeft(url: string) {
  const found = await query(
    url,
    `select (select count(*)::int from one_time_tokens) as mailed, (select count(*)::int from flow_states) as under_way,
            (select count(email_proven_at)::int from users) as proven`,
  )
  return z.record(z.string(), z.number()).parse(found[0])
}
