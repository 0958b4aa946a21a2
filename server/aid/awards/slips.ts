/**
 * Slips: the number by which a recipient and a counter speak of a disbursement, and the six digits with which the recipient confirms.
 * The digits follow from the key of the instance; only a keyed hash of them is stored, so the database alone opens nothing.
 */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { base32, hmacSha256, type Keys } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { slipReads, type Disbursement } from './schema.ts'

/** Eight letters and digits, easy to read out. */
export const newSlip = () => base32(randomBytes(5)).toUpperCase()

/** Whether a payment goes through the hands of this person, who then neither sees its code nor answers for its recipient. */
export const isInHandsOf = ({ proposedBy, releasedBy, sentBy, holder }: Disbursement, userId: string) =>
  [proposedBy, releasedBy, sentBy, holder].includes(userId)

/** The staff who have read the code of a disbursement, by user id. */
export async function readCodeReaders(tx: Tx, disbursementId: string): Promise<readonly string[]> {
  const found = await tx.select().from(slipReads).where(eq(slipReads.disbursementId, disbursementId))
  return found.map(({ readBy }) => readBy)
}

/** The six digits of a disbursement. */
export function codeOf({ slipCodes }: Keys, disbursementId: string): string {
  const number = hmacSha256(slipCodes, `code:${disbursementId}`).readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}

/** The four digits with which a reply by text names its payout. They count only from the recipient's own number. */
export function codeInTexts({ slipCodes }: Keys, disbursementId: string): string {
  const number = hmacSha256(slipCodes, `text:${disbursementId}`).readUIntBE(0, 6) % 10_000
  return String(number).padStart(4, '0')
}

export function hashCode({ slipCodes }: Keys, disbursementId: string, code: string): Buffer {
  return hmacSha256(slipCodes, `hash:${disbursementId}:${code}`)
}
