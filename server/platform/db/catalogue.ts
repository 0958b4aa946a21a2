/** The schema of a database as one hash: equal for equal tables, whichever version of PostgreSQL holds them. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { sha256 } from '../crypto.ts'
import { rows, type Db, type Tx } from './db.ts'

/** What PostgreSQL writes in one way or another for the same expression. */
const NOTATION = String.raw`::(?:text|integer)(?:\[\])?|array| as text|[][(){}'\s]`

/** Hashes columns, constraints, indexes, triggers, functions and views; comments, rights and the order of columns do not count. */
export async function catalogueHash(db: Db | Tx): Promise<string> {
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
