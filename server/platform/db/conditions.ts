/** Building blocks of WHERE clauses. */
import { sql, type SQL } from 'drizzle-orm'

/** Joins the given conditions with AND; `true` for an empty list. */
export function allOf(conditions: readonly (SQL | undefined | false)[]): SQL {
  const given = conditions.filter((condition) => condition !== undefined && condition !== false)
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`
}

/** From the first moment up to, but not including, the last. */
export function within(moment: SQL, { from, to }: { from: Date | undefined; to: Date | undefined }) {
  return [
    from && sql`${moment} >= ${from.toISOString()}::timestamptz`,
    to && sql`${moment} < ${to.toISOString()}::timestamptz`,
  ]
}

/** Escapes the characters that LIKE treats as wildcards. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** A LIKE pattern for text that starts with what was typed; compare it with lower-case text. Undefined when nothing was typed. */
export function prefixPattern(typed: string | undefined): string | undefined {
  const text = typed?.trim().toLowerCase() ?? ''
  return text === '' ? undefined : `${escapeLike(text)}%`
}
