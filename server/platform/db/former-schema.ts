/**
 * The schema before 0.1.0, whose 153 migrations became the files up to {@link LAST_FILE} (docs/decisions/0058): a database or a
 * backup of exactly those migrations goes on, because its tables are the same.
 */
import { sql } from 'drizzle-orm'
import { sha256 } from '../crypto.ts'
import { StartError } from '../errors.ts'
import { type Tx, rows, type Db } from './db.ts'
import { z } from 'zod'

const LAST_FILE = '0013_office.sql'
const FIRST_FORMER = '0001_instance_jobs_limits.sql'
/** The commit with the former migrations alone. */
export const FORMER_COMMIT = '3c5c1fb3'
/** SHA-256 of the names of the former migrations, and the {@link catalogueHash} of what they made. */
const NAMES = '6512dea43ed41a49e349c3cea1a7ac102582723495e8954fc35d12bc3e405ed8'
const CATALOGUE = '8961f30ecbc5fa77aac6657031c2df9d6af9a29f9fb2e6df1648d57a948bf34f'

/** @returns whether these are exactly the migrations before 0.1.0 */
export function isFormer(names: readonly string[]): boolean {
  return sha256(names.join('\n')).toString('hex') === NAMES
}

/** @returns whether these are migrations before 0.1.0, but not all of them */
export function isOlder(names: readonly string[]): boolean {
  return names[0] === FIRST_FORMER && !isFormer(names)
}

/** The files that make the tables of the former migrations. */
export function filesOfFormer<T extends { name: string }>(files: readonly T[]): T[] {
  return files.filter(({ name }) => name <= LAST_FILE)
}

/**
 * Records the present files in place of the former migrations, and stores their comments, in the caller's transaction.
 * @throws StartError when a table, constraint, index, trigger or function is not as the former migrations left it
 */
export async function adopt(tx: Tx, files: readonly { name: string; text: string; sha256: string }[]): Promise<void> {
  if ((await catalogueHash(tx)) !== CATALOGUE) {
    throw new StartError(
      `The tables of this database are not as version 0.1.0 expects them, and nothing was changed. Compare them with those of an empty database of the commit ${FORMER_COMMIT}: pg_dump --schema-only.`,
    )
  }
  await tx.execute(sql`delete from schema_migrations`)
  for (const file of filesOfFormer(files)) {
    for (const [comment] of file.text.matchAll(/^comment on table (?:[^']|'[^']*')*?;$/gm))
      await tx.execute(sql.raw(comment))
    await tx.execute(sql`insert into schema_migrations (name, sha256) values (${file.name}, ${file.sha256})`)
  }
}

/** Parts of a definition that PostgreSQL may write or leave out for the same expression. */
const NOTATION = String.raw`::(?:text|integer)(?:\[\])?|array| as text|[][(){}'\s]`

/** Hashes columns, constraints, indexes, triggers, functions and views; comments, rights and the order of columns do not count. */
async function catalogueHash(db: Db | Tx): Promise<string> {
  const found = await rows(
    db,
    sql`with ours as (select oid, relname, relkind from pg_class
                       where relnamespace = current_schema()::regnamespace and relname <> 'schema_migrations'),
             facts (fact) as (
          select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
                           pg_get_expr(adbin, adrelid))
            from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
            left join pg_attrdef on adrelid = ours.oid and adnum = attnum
           where relkind = 'r'
          union all
          select concat_ws(' ', 'constraint', relname, conname, replace(pg_get_constraintdef(pg_constraint.oid), ' NOT VALID', ''))
            from ours join pg_constraint on conrelid = ours.oid and contype in ('c', 'f', 'p', 'u', 'x')
          union all
          select concat_ws(' ', 'index', pg_get_indexdef(indexrelid)) from ours join pg_index on indrelid = ours.oid
          union all
          select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled)
            from ours join pg_trigger on tgrelid = ours.oid and not tgisinternal
          union all
          select concat_ws(' ', 'function', proname, pg_get_function_arguments(oid), pg_get_function_result(oid), provolatile, prosecdef,
                           proconfig, prosrc, pg_get_function_sqlbody(oid))
            from pg_proc where pronamespace = current_schema()::regnamespace
          union all
          select concat_ws(' ', 'view', relname, regexp_replace(pg_get_viewdef(oid), '[a-z_]+\\.', '', 'g')) from ours where relkind = 'v')
        select regexp_replace(replace(fact, current_schema() || '.', ''), ${NOTATION}, '', 'gi') as fact from facts`,
    z.object({ fact: z.string() }),
  )
  return sha256(
    found
      .map(({ fact }) => fact)
      .toSorted()
      .join('\n'),
  ).toString('hex')
}
