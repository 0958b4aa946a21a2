/** The database: whether this code, these settings and this key belong to it, and whether it keeps what it promises. Reads only. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { MODES } from '../../../contract/platform/system.ts'
import { canDecryptSigningKeys } from '../../people/sign-in/signing-keys.ts'
import { modeMismatch } from '../instance.ts'
import { canReadEncryptedData, WRONG_SECRET_KEY } from '../../platform/encryption/data-keys.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Db } from '../../platform/db/db.ts'
import { isDatabaseUnavailable } from '../../platform/db/errors.ts'
import { pendingMigrations } from '../../platform/db/migrate.ts'
import { CONNECTIONS_MAX, openPostgres, TIMEOUTS } from '../../platform/db/postgres.ts'
import { readPosition } from '../../platform/db/reads.ts'
import { excessiveRights } from '../../platform/db/runtime-role.ts'
import { compareClocks } from './clock.ts'
import { count, findingsAbout, type Finding } from './finding.ts'

const { ok, warning, problem } = findingsAbout('database')

const VERSION_MIN = 15

/** Whether it has tables already. */
export async function hasTables(db: Db): Promise<boolean> {
  const { found } = await onlyRow(
    db,
    sql`select to_regclass('instance') is not null as found`,
    z.object({ found: z.boolean() }),
  )
  return found
}

export async function checkMigrations({ db }: Core): Promise<Finding[]> {
  if (!(await hasTables(db))) return [warning('The database answers and is empty. The first start creates its tables.')]
  const pending = await pendingMigrations(db)
  if (pending.length === 0) return [ok('The database answers, and all migrations have run.')]
  return [
    warning(
      `${count(pending.length, 'migration is', 'migrations are')} not applied yet: the next start does that. Back up first.`,
    ),
  ]
}

export async function checkMode({ db, env }: Core): Promise<Finding[]> {
  const [held] = await rows(db, sql`select mode from instance`, z.object({ mode: z.enum(MODES) }))
  const fault = held ? modeMismatch(held.mode, env.mode) : null
  return fault === null ? [] : [problem(fault)]
}

export async function checkSecretKey(core: Core): Promise<Finding[]> {
  if (!(await canReadEncryptedData(core))) return [problem(WRONG_SECRET_KEY)]
  if (await canDecryptSigningKeys(core)) return [ok('SECRET_KEY decrypts what is encrypted in the database.')]
  return [
    problem(
      'SECRET_KEY is not the key this database was created with: receipts and authenticator apps do not work. Restore the old key (embedded: DATA_DIR/secret.key).',
    ),
  ]
}

const Server = z.object({
  version: z.coerce.number(),
  standby: z.boolean(),
  fsync: z.string(),
  full_page_writes: z.string(),
  synchronous_commit: z.string(),
  synchronous_standbys: z.string(),
  max_connections: z.coerce.number(),
  encrypted: z.boolean(),
  local: z.boolean(),
  unlimited: z.array(z.string()),
})

const TIMEOUT_NAMES = `{${Object.keys(TIMEOUTS).join()}}`

/** Only of a PostgreSQL server: the embedded database is set up by our own code. */
export async function checkServer({ db }: Core): Promise<Finding[]> {
  const server = await onlyRow(
    db,
    sql`select current_setting('server_version_num') as version, pg_is_in_recovery() as standby, current_setting('fsync') as fsync,
               current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
               current_setting('synchronous_standby_names') as synchronous_standbys,
               current_setting('max_connections') as max_connections,
               coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
               coalesce(inet_server_addr() <<= '127.0.0.0/8'::inet or host(inet_server_addr()) = '::1', true) as local,
               array(select name from pg_settings where name = any(${TIMEOUT_NAMES}::text[]) and setting = '0' order by name) as unlimited`,
    Server,
  )
  return assessServer(server)
}

export function assessServer(server: z.output<typeof Server>): Finding[] {
  const found: Finding[] = []
  const major = Math.floor(server.version / 10_000)
  if (major < VERSION_MIN) found.push(problem(`PostgreSQL ${major} is too old: ${VERSION_MIN} or newer is needed.`))
  if (server.standby)
    found.push(problem('DATABASE_URL points to a standby, which cannot accept gifts. Use the primary.'))
  if (server.fsync === 'off' || server.full_page_writes === 'off')
    found.push(problem('fsync or full_page_writes is off: a power cut would lose gifts. Turn both on.'))
  if (server.synchronous_commit === 'off')
    found.push(problem('synchronous_commit is off: a crash would lose gifts that were already confirmed. Turn it on.'))
  if (!server.standby && server.synchronous_commit !== 'off')
    found.push(
      server.synchronous_standbys !== '' && server.synchronous_commit !== 'local'
        ? ok('A gift is acknowledged once a synchronous standby has it too.')
        : warning(
            'No synchronous standby: where this server is lost, a gift acknowledged in the last moment can be lost. Set synchronous_standby_names: docs/operations.md, Failover.',
          ),
    )
  if (server.max_connections < CONNECTIONS_MAX + 5)
    found.push(
      warning(
        `The server takes ${server.max_connections} connections, and each process uses up to ${CONNECTIONS_MAX}. Raise max_connections.`,
      ),
    )
  if (!server.encrypted && !server.local)
    found.push(
      warning(
        'The connection to the database, on another machine, is not encrypted. Add ?sslmode=verify-full to DATABASE_URL.',
      ),
    )
  if (server.unlimited.length > 0)
    found.push(
      problem(
        `Nothing limits a statement that hangs: ${server.unlimited.join(', ')} did not reach the database. A connection pooler drops them: add pooler=named or pooler=unnamed to DATABASE_URL, set DATABASE_DIRECT_URL, start once, and let the pooler reconnect.`,
      ),
    )
  return found
}

/** The standby of DATABASE_READ_URL, asked as the server asks it. */
export async function checkReadStandby({ db, env }: Core): Promise<Finding[]> {
  if (env.databaseReadUrl === undefined) return []
  const standby = openPostgres(env.databaseReadUrl, () => {})
  try {
    const position = await readPosition(db)
    const state = await onlyRow(
      standby.db,
      sql`select pg_is_in_recovery() as standby, current_setting('hot_standby_feedback') = 'on' as feedback,
                 greatest(coalesce(pg_wal_lsn_diff(${position}::pg_lsn, pg_last_wal_replay_lsn()), 0), 0) / 1048576 as behind`,
      z.object({ standby: z.boolean(), feedback: z.boolean(), behind: z.coerce.number() }),
    )
    if (!state.standby)
      return [
        problem('DATABASE_READ_URL names no standby, so nothing is read from it. Name one, or remove the setting.'),
      ]
    return [
      ok(`Figures, lists and exports are read from a standby, ${state.behind.toFixed(1)} MB behind the primary.`),
      ...(state.feedback
        ? []
        : [
            warning(
              'hot_standby_feedback of the standby is off: it cancels long reads, which the primary then does. Turn it on.',
            ),
          ]),
    ]
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    return [
      problem(
        'The standby of DATABASE_READ_URL does not answer: the primary does all reads. Repair it, or remove the setting.',
      ),
    ]
  } finally {
    await standby.close()
  }
}

/** Only of a PostgreSQL server: the embedded database has no other roles. */
export async function checkRole({ db, env }: Core): Promise<Finding[]> {
  const found = await excessiveRights(db)
  if (found.length === 0)
    return [ok("The server's role owns nothing, and cannot switch off triggers or create tables.")]
  const says = `The role of DATABASE_URL ${found.join(', ')}. Give the server a role that owns nothing, and set MIGRATION_DATABASE_URL: docs/operations.md.`
  return [env.mode === 'live' ? problem(says) : warning(says)]
}

export async function checkDatabaseClock({ db, clock }: Core): Promise<Finding[]> {
  const asked = clock.now()
  const { now } = await onlyRow(
    db,
    sql`select extract(epoch from clock_timestamp()) * 1000 as now`,
    z.object({ now: z.coerce.number() }),
  )
  return [compareClocks(asked, clock.now(), now, "the database's")]
}
