/**
 * The role of the running server: it reads and writes rows, and owns nothing. So it cannot switch a trigger off, change a table, or create
 * a temporary one whose triggers would reach the ledger's balances. Migrations run as the owner.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { StartError } from '../errors.ts'
import { onlyRow, type Db } from './db.ts'
import { whileMigrating } from './migrate.ts'
import { TIMEOUTS } from './postgres.ts'

const Role = z.object({ name: z.string() })

/** The role behind a connection. */
export async function currentRole(db: Db): Promise<string> {
  return (await onlyRow(db, sql`select current_user::text as name`, Role)).name
}

/**
 * Lets a role use all tables, and nothing else in this database. Safe to repeat, and for several processes at once.
 * @param owner a connection as the owner of the tables
 * @throws StartError: the role is the owner
 */
export async function grantRuntimeRole(owner: Db, role: string): Promise<void> {
  if ((await currentRole(owner)) === role)
    throw new StartError(
      'DATABASE_URL and MIGRATION_DATABASE_URL name the same role. The server needs a role that owns nothing (docs/operations.md).',
    )
  await whileMigrating(owner, async (tx) => {
    await tx.execute(sql`
      select set_config('taimako.role', ${role}, true)`)
    await tx.execute(sql`
      do $$
      declare
        role constant text := quote_ident(current_setting('taimako.role'));
        base constant text := quote_ident(current_database());
      begin
        execute 'revoke temporary, create on database ' || base || ' from public, ' || role;
        execute 'grant connect on database ' || base || ' to ' || role;
        execute 'revoke create on schema public from public, ' || role;
        execute 'grant usage on schema public to ' || role;
        execute 'grant select, insert, update, delete on all tables in schema public to ' || role;
        execute 'revoke truncate, references, trigger on all tables in schema public from ' || role;
        execute 'revoke insert, update, delete on schema_migrations from ' || role;
        execute 'grant usage, select on all sequences in schema public to ' || role;
      end $$`)
  })
}

/**
 * Makes the timeouts settings of a connection's role in this database: a pooler takes none from us. Safe to repeat.
 * @param direct a connection past the pooler, as the role of the running server
 */
export async function keepTimeouts(direct: Db): Promise<void> {
  await whileMigrating(direct, async (tx) => {
    const { name, base } = await onlyRow(
      tx,
      sql`select quote_ident(current_user) as name, quote_ident(current_database()) as base`,
      Role.extend({ base: z.string() }),
    )
    for (const [setting, milliseconds] of Object.entries(TIMEOUTS))
      await tx.execute(sql.raw(`alter role ${name} in database ${base} set ${setting} = ${milliseconds}`))
  })
}

const Rights = z.object({
  superuser: z.boolean(),
  owns: z.boolean(),
  creates: z.boolean(),
  temporary: z.boolean(),
})

/** Lists the rights of a connection's role beyond reading and writing rows, in words; empty if none. */
export async function excessiveRights(db: Db): Promise<string[]> {
  const rights = await onlyRow(
    db,
    sql`select (select rolsuper or rolreplication or rolbypassrls from pg_roles where rolname = current_user) as superuser,
               exists (select from pg_class where relnamespace = 'public'::regnamespace
                         and pg_has_role(current_user, relowner, 'member')) as owns,
               has_schema_privilege('public', 'create') or has_database_privilege(current_database(), 'create') as creates,
               has_database_privilege(current_database(), 'temporary') as temporary`,
    Rights,
  )
  return [
    ...(rights.superuser ? ['is a superuser'] : []),
    ...(rights.owns ? ['owns the tables, so it can switch off their triggers'] : []),
    ...(rights.creates ? ['can create tables and functions'] : []),
    ...(rights.temporary ? ['can create temporary tables'] : []),
  ]
}
