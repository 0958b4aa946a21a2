/**
 * A feature's part in what a person may do with the account as a whole: take the data along, and close it. app.ts hands the
 * parts of all features to the account feature, which knows none of them.
 */
import type { Db, Tx } from './db/db.ts'

export interface AccountPart {
  /** Under this name the part stands in the data that a person takes along. */
  readonly name: string
  /** Everything that the feature stores about the person, ready for JSON; no secrets, such as hashes. */
  collect(db: Db, userId: string): Promise<object>
  /** What keeps the account from being closed, as a sentence for the person; null when nothing does. */
  closingRefusal?(tx: Tx, userId: string): Promise<string | null>
  /** Takes away what is personal. Rows of money stay, without a name. */
  erase(tx: Tx, userId: string, now: Date): Promise<void>
}
