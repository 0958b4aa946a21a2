/** The openings that the keeper of a log gives to auditors, one line of JSON for each entry. */
import { asList, asRecord, asText, ProofError } from './bytes.ts'

/** An entry that an auditor may open, and what its row says now. */
export interface Opening {
  readonly index: number
  readonly type: string
  readonly source: string
  readonly row: string
  readonly fields: readonly {
    readonly name: string
    readonly value: string
    /** Undefined of an entry in clear. */
    readonly salt: string | undefined
    readonly column: string
    /** The row's value now; undefined if there is no such row. */
    readonly live: string | undefined
    /** The value in another record: the ledger, or a decision of two people. Undefined if neither exists. */
    readonly recorded: string | undefined
    /** The row of another table that the column belongs to. */
    readonly of: { readonly table: string; readonly row: string } | undefined
  }[]
  /** The columns on which it depends whether the row counts. */
  readonly counts: string
  /** Everyone can read the entry. */
  readonly clear: boolean
}

const optionalText = (value: unknown) => (value === undefined || value === null ? undefined : asText(value))

/** @throws ProofError */
export function readOpening(line: string): Opening {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    throw new ProofError('A line of the openings is not JSON.')
  }
  const { index, type, source, row, fields, counts, clear } = asRecord(parsed)
  return {
    index: Number(index),
    type: asText(type),
    source: asText(source),
    row: asText(row),
    counts: asText(counts),
    clear: clear === true,
    fields: asList(fields).map((field) => {
      const { name, value, salt, column, live, recorded, of } = asRecord(field)
      return {
        name: asText(name),
        value: asText(value),
        salt: optionalText(salt),
        column: asText(column),
        live: optionalText(live),
        recorded: optionalText(recorded),
        of: of === undefined ? undefined : readPlace(of),
      }
    }),
  }
}

function readPlace(of: unknown) {
  const { table, row } = asRecord(of)
  return { table: asText(table), row: asText(row) }
}
