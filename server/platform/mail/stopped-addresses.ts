/**
 * Addresses whose readers said that mail there is not for them. No mail is queued for them, whatever it is about and whichever account
 * it is for; only messages to the operator's own support address are exempt.
 */
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Core } from '../core.ts'
import { hmacSha256, sha256 } from '../crypto.ts'
import type { Db, Tx } from '../db/db.ts'
import { stoppedAddresses } from './schema.ts'

/** How an address is named here: upper and lower case are the same. Without our key no one can guess the address. */
export function hashAddress(core: Pick<Core, 'keys'>, address: string): Buffer {
  return keyAddressHash(core, sha256(address.toLowerCase()))
}

/** @param plain the SHA-256 of an address in lower case */
export function keyAddressHash({ keys }: Pick<Core, 'keys'>, plain: Uint8Array): Buffer {
  return hmacSha256(keys.addresses, plain)
}

/** A subquery with a row if the address with this {@link hashAddress} is stopped. */
export function isStopped(addressHash: SQL): SQL {
  return sql`select from stopped_addresses where address_hash = ${addressHash}::bytea`
}

export async function isAddressStopped(db: Db | Tx, addressHash: Buffer): Promise<boolean> {
  const found = await db.select().from(stoppedAddresses).where(eq(stoppedAddresses.addressHash, addressHash))
  return found.length > 0
}

export async function stopAddress(tx: Tx, addressHash: Buffer, now: Date): Promise<void> {
  await tx.insert(stoppedAddresses).values({ addressHash, keyed: true, stoppedAt: now }).onConflictDoNothing()
}

export async function resumeAddress(tx: Tx, addressHash: Buffer): Promise<void> {
  await tx.delete(stoppedAddresses).where(eq(stoppedAddresses.addressHash, addressHash))
}
