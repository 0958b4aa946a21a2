/** A database, bucket, folder or port that refuses us: the start and each command end with one sentence, never with a stack trace. */
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type PostgresServer } from '../support/database.ts'
import { endProcesses, preparedFolder, SECRET_KEY, startRefused, temporaryFolder } from '../support/process.ts'
import { writeVerifierKey } from '../../contract/proof/note.ts'
import { freePort } from '../support/free-port.ts'
import { callCommand } from './call-command.ts'
import { runCommand } from './run-command.ts'
import { query } from './query.ts'

let postgres: PostgresServer
let backup: string
beforeAll(async () => {
  postgres = await startPostgres([], 'migrated')
  await query(
    postgres.address('postgres'),
    'create database closed',
    'revoke connect on database closed from public',
    "create role taimako login password 'right'",
    "create role retired nologin password 'right'",
  )
  const DATA_DIR = await preparedFolder()
  backup = join(temporaryFolder(), 'backup.gz')
  await callCommand('admin', ['list'], { DATA_DIR })
  await callCommand('backup', [backup], { DATA_DIR })
})
afterAll(async () => {
  await endProcesses()
  await postgres.stop()
})

/** The address of a database as a role with its password. */
function addressOf(role: string, name = 'migrated', end = ''): string {
  return `${postgres.address(name).replace('postgres:postgres', role)}${end}`
}

const newFile = () => join(temporaryFolder(), 'file')
const asked = () => ({ DATA_DIR: temporaryFolder(), SECRET_KEY })

test.each([
  ['a wrong password', () => addressOf('taimako:wrong'), 'password authentication failed for user "taimako"'],
  ['no password', () => addressOf('taimako'), 'empty password'],
  ['a role that does not exist', () => addressOf('absent:right'), 'user "absent"'],
  ['a role that may not sign in', () => addressOf('retired:right'), 'role "retired" is not permitted to log in'],
  [
    'a role that may not connect',
    () => addressOf('taimako:right', 'closed'),
    'permission denied for database "closed"',
  ],
  ['a database that does not exist', () => addressOf('taimako:right', 'absent'), 'database "absent" does not exist'],
  ['no encryption', () => addressOf('taimako:right', 'migrated', '?sslmode=verify-full'), 'does not support SSL'],
])('%s is named', async (_name, address, why) => {
  const { code, refused } = await callCommand('admin', ['list'], { ...asked(), DATABASE_URL: address() })
  expect(refused.trim()).toMatch(/^The database refuses the connection: .*\. Check DATABASE_URL\.$/)
  expect(refused).toContain(why)
  expect(code).toBe(1)
  const found = await callCommand('doctor', [], { ...asked(), DATABASE_URL: address() })
  expect(found.said).toMatch(/^problem +database +A connection is refused: /m)
})

test.each([
  ['backup', () => [newFile()]],
  ['restore', () => [backup]],
  ['admin', () => ['list']],
  ['log', () => ['key']],
  ['organisation', () => ['export', newFile()]],
  ['demo', () => []],
] as const)('npm run %s ends with one sentence', async (command, words) => {
  const refusedAt = async (variables: Record<string, string>) => {
    const { code, refused } = await callCommand(command, words(), { ...asked(), ...variables })
    expect(code).toBe(1)
    return refused.trim()
  }
  expect(await refusedAt({ DATABASE_URL: addressOf('taimako:wrong') })).toMatch(/^The database refuses .*\.$/)
  const elsewhere = postgres.address('migrated').replace('127.0.0.1', 'no-such-host.invalid')
  expect(await refusedAt({ DATABASE_URL: elsewhere })).toBe('The database behind DATABASE_URL cannot be reached.')
})

test('the start names every address that may be the wrong one', async () => {
  const variables = { DATABASE_URL: postgres.address('migrated'), MIGRATION_DATABASE_URL: addressOf('taimako:wrong') }
  const { code, said } = await startRefused({ ...asked(), ...variables })
  expect(said).toContain('for user "taimako". Check DATABASE_URL or MIGRATION_DATABASE_URL.')
  expect(said).not.toContain('    at ')
  expect(code).toBe(1)
})

test('a backup that cannot reach its bucket names the store of documents, not the database', async () => {
  const DATABASE_URL = await postgres.newDatabase('with_papers', 'migrated')
  await callCommand('admin', ['list'], { ...asked(), DATABASE_URL })
  await query(DATABASE_URL, "insert into stored_files (key, created_at) values ('a/b', now())")
  const key = { S3_BUCKET: 'papers', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  const variables = { ...asked(), ...key, DATABASE_URL, S3_ENDPOINT: 'http://127.0.0.1:1' }
  const { code, refused } = await callCommand('backup', [newFile()], variables)
  expect(refused).toMatch(/^\nThe S3 store of the documents cannot be used /)
  expect(code).toBe(1)
})

test('a backup of a database that no server has used says so', async () => {
  const DATABASE_URL = await postgres.newDatabase('unused', 'migrated')
  const { code, refused } = await callCommand('backup', [newFile()], { ...asked(), DATABASE_URL })
  expect(refused).toBe('\nThis database is empty: there is nothing to back up.\n\n')
  expect(code).toBe(1)
})

test('a data folder that is a file is named', async () => {
  const DATA_DIR = newFile()
  writeFileSync(DATA_DIR, 'x')
  const { code, said } = await startRefused({ DATA_DIR })
  expect(said).toContain(`${DATA_DIR} cannot be used (ENOTDIR).`)
  expect(said).not.toContain('    at ')
  expect(code).toBe(1)
  expect((await callCommand('admin', ['list'], { DATA_DIR })).refused).toContain('cannot be used (ENOTDIR).')
})

test('a witness whose port is in use says so', async () => {
  const [port, other] = [await freePort(), createServer()]
  await new Promise<void>((resolve) => {
    other.listen(port, '127.0.0.1', resolve)
  })
  const der = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' })
  const log = await writeVerifierKey('log.example', der.subarray(-32))
  const { code, said, refused } = await runCommand(
    'witness',
    ['--listen', String(port), '--log', log, '--folder', temporaryFolder()],
    {},
  )
  other.close()
  expect(said).toMatch(/NOT CHECKED: .*EADDRINUSE/)
  expect(refused).toBe('')
  expect(code).toBe(3)
})
