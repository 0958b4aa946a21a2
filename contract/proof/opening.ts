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
    readonly salt: string
    readonly column: string
    /** What the row says now; undefined where there is no such row. */
    readonly live: string | undefined
  }[]
  /** The columns on which it depends whether the row counts. */
  readonly counts: string
}

/** @throws ProofError */
export function readOpening(line: string): Opening {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    throw new ProofError('A line of the openings is not JSON.')
  }
  const { index, type, source, row, fields, counts } = asRecord(parsed)
  return {
    index: Number(index),
    type: asText(type),
    source: asText(source),
    row: asText(row),
    counts: asText(counts),
    fields: asList(fields).map((field) => {
      const { name, value, salt, column, live } = asRecord(field)
      return {
        name: asText(name),
        value: asText(value),
        salt: asText(salt),
        column: asText(column),
        live: live === null ? undefined : asText(live),
      }
    }),
  }
}
