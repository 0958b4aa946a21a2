/** A row of the data map (rows.ts). */

/** Recipients of data other than the person. The record of processing names those that the instance is set up with. */
export type Recipient = 'administrators' | 'captcha' | 'identity' | 'mail' | 'payments' | 'store' | 'texts'

/** Whose data it is. */
type Person =
  | 'account holders'
  | 'administrators'
  | 'people who ask for aid'
  | 'donors'
  | 'people whose address another person used'
  | 'people their papers are about, such as a child'
  | 'visitors'
  | 'people who write to us'

export interface DataMapRow {
  /** As Markdown, like the other texts of a row. */
  readonly what: string
  readonly tables: readonly string[]
  /** A place that is not a table, such as the browser. */
  readonly elsewhere?: string
  readonly why: string
  /** `{RETENTION_…}` is that setting's period. */
  readonly howLong: string
  /** Empty: the row holds no personal data. */
  readonly people: readonly Person[]
  /** The lawful basis. */
  readonly basis: readonly string[]
  /** Missing: no one else. */
  readonly recipients?: readonly Recipient[]
}
