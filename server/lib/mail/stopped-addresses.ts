/**
 * Addresses whose readers said that mail there is not for them. No mail is queued for them, whatever it is about and whichever account
 * it is for; only messages to the operator's own support address are exempt.
 */
import { eq, sql, type SQL } from 'drizzle-orm'
import { sha256 } from '../crypto.ts'
import type { Db, Tx } from '../db/db.ts'
import { stoppedAddresses } from './schema.ts'

/** How an address is named here: upper and lower case are the same. */
export function hashAddress(address: string): Buffer {
  return sha256(address.toLowerCase())
}

/** A subquery with a row if this recipient is stopped. It computes {@link hashAddress}. */
export function isStopped(recipient: SQL): SQL {
  return sql`select from stopped_addresses where address_hash = sha256(convert_to(lower(${recipient}::text), 'UTF8'))`
}

export async function isAddressStopped(db: Db | Tx, addressHash: Buffer): Promise<boolean> {
  const found = await db.select().from(stoppedAddresses).where(eq(stoppedAddresses.addressHash, addressHash))
  return found.length > 0
}

export async function stopAddress(tx: Tx, addressHash: Buffer, now: Date): Promise<void> {
  await tx.insert(stoppedAddresses).values({ addressHash, stoppedAt: now }).onConflictDoNothing()
}

export async function resumeAddress(tx: Tx, addressHash: Buffer): Promise<void> {
  await tx.delete(stoppedAddresses).where(eq(stoppedAddresses.addressHash, addressHash))
}
