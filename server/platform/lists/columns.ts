/** The columns of a list: what a page selects, what type that has, and how the same value is written into a CSV file. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { FORMULA, NUMBER } from './spreadsheet-text.ts'

export interface Column<Row extends z.ZodType | null = z.ZodType | null> {
  /** The expression that a page selects. */
  readonly value: SQL
  /** The type of the value; null for a column of the CSV file alone. */
  readonly row: Row
  /** The cell in the CSV file (docs/csv.md); null for a column of the page alone. */
  readonly cell: SQL | null
  /** Only for a timestamp: its day in Lagos, which the CSV file has in a column beside it. */
  readonly day?: SQL
  /** The value of a row opened alone, where a page masks it. */
  readonly opened?: SQL
}

/** Always quoted. A value that a spreadsheet would change, or run as a formula, gets an apostrophe in front, which marks it as text. */
function textCell(value: SQL): SQL {
  return sql`coalesce('"' || case when ${value} ~ ${FORMULA} or ${value} ~ ${NUMBER} then '''' else '' end || replace(${value}, '"', '""') || '"', '')`
}

/** For values that never need quotes: ids, numbers, names of ours. */
function plainCell(value: SQL): SQL {
  return sql`coalesce((${value})::text, '')`
}

export const text = (value: SQL) => ({ value, row: z.string(), cell: textCell(value) })
export const id = (value: SQL) => ({ value, row: z.string(), cell: plainCell(value) })
export const flag = (value: SQL) => ({ value, row: z.boolean(), cell: plainCell(value) })
export const count = (value: SQL) => ({ value: sql`(${value})::int`, row: z.number(), cell: plainCell(value) })

/** A telephone number or an address of a person: a page shows enough to recognise it, an opened row and the CSV file all of it. */
export const maskedEmail = (value: SQL) => ({
  ...text(value),
  value: sql`regexp_replace(${value}, '^(.)[^@]*', ${`${String.raw`\1`}•••`})`,
  opened: value,
})
/** Masks a number that was not read through a list, as {@link maskedPhone} does. */
export const maskPhone = (phone: string) => (phone === '' ? '' : `••• ${phone.replaceAll(/\D/g, '').slice(-2)}`)
export const maskedPhone = (value: SQL) => ({
  ...text(value),
  value: sql`case when ${value} <> '' then '••• ' || right(regexp_replace(${value}, '\\D', '', 'g'), 2) else ${value} end`,
  opened: value,
})
export const maskedAddress = (value: SQL) => ({
  ...text(value),
  value: sql`case when ${value} <> '' then '•••' else ${value} end`,
  opened: value,
})

export const oneOf = <const Values extends readonly string[]>(value: SQL, values: Values) => ({
  value,
  row: z.enum(values),
  cell: plainCell(value),
})

/** ISO 8601 in UTC, and the day in Lagos. */
export const timestamp = (value: SQL) => ({
  value,
  row: z.coerce.date(),
  day: sql`coalesce(to_char(${value} at time zone 'Africa/Lagos', 'YYYY-MM-DD'), '')`,
  cell: sql`coalesce(to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`,
})

/** Kobo in the database; in the file plain naira with two decimals: 1500.50. A page reads text, because a JavaScript number would round. */
export const kobo = (value: SQL) => ({
  value: sql`(${value})::text`,
  row: z.coerce.bigint(),
  // A sum is numeric, which divides into fractions.
  cell: sql`coalesce(case when ${value} < 0 then '-' else '' end || abs(${value})::bigint / 100 || '.' || lpad((abs(${value}) % 100)::bigint::text, 2, '0'), '')`,
})

/** An object of JSON, written as text into the file. */
export const json = <Schema extends z.ZodType>(value: SQL, schema: Schema) => ({
  value,
  row: schema,
  cell: textCell(sql`${value}::text`),
})

export const nullable = <Row extends z.ZodType>({ row, ...column }: Column<Row>) => ({ ...column, row: row.nullable() })
export const pageOnly = <Row extends z.ZodType>({ value, row }: Column<Row>) => ({ value, row, cell: null })
export const csvOnly = ({ value, cell, day }: Column) => ({ value, row: null, cell, ...(day && { day }) })
