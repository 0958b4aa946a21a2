/**
 * A feature's part in data export and account closure. app.ts passes the parts of all features to the account feature, which does
 * not import them.
 */
import type { Db, Tx } from './db/db.ts'

export interface AccountPart {
  /** The name of the part in the data export. */
  readonly name: string
  /** Everything that the feature stores about the person, ready for JSON; no secrets, such as hashes. */
  collect(db: Db, userId: string): Promise<object>
  /** A sentence for the user that says why the account cannot be closed; null if it can. */
  closingRefusal?(tx: Tx, userId: string, now: Date): Promise<string | null>
  /** Erases personal data. Payment records stay, without a name. */
  erase(tx: Tx, userId: string, now: Date): Promise<void>
  /** Ends bank accounts and ways to be paid that are later: the owner has the account back. @returns whether there were any */
  endNamed?(tx: Tx, userId: string, since: Date, now: Date): Promise<boolean>
  /** Whether something that their data key opens stays after `erase`. */
  keepsKey?(tx: Tx, userId: string): Promise<boolean>
}
