/**
 * The gifts of this tab whose outcome nobody has been told yet. They survive a reload, so that the page can say afterwards
 * what became of them; they end with the tab, because a receipt code is a key.
 */
import { DONATION_TYPES } from '../../../contract/funds.ts'
import { isRecord } from '../../api/is-record.ts'
import type { Gift } from './gift.ts'

const KEY = 'taimako.gifts'

export interface KeptGift {
  readonly gift: Gift
  /** The donor was told that it is not paid, at this moment. It is still watched for a late success, without a word. */
  readonly quietSince?: number
  /** Given from the wallet: there is nothing to ask about, only to say thanks for. */
  readonly isPaid?: true
}

/** The oldest first. What cannot be read counts as nothing. */
export function keptGifts(): KeptGift[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isKeptGift) : []
  } catch {
    return []
  }
}

export function keepGift(gift: Gift): void {
  forgetGift(gift)
  write([...keptGifts(), { gift }])
}

export function keepPaidGift(gift: Gift): void {
  forgetGift(gift)
  write([...keptGifts(), { gift, isPaid: true }])
}

/** From now on without a word; a gift that is quiet already keeps its moment. */
export function quietGift({ reference }: Gift): void {
  const now = Date.now()
  write(
    keptGifts().map((kept) =>
      kept.gift.reference === reference ? { gift: kept.gift, quietSince: kept.quietSince ?? now } : kept,
    ),
  )
}

export function forgetGift({ reference }: Gift): void {
  write(keptGifts().filter(({ gift }) => gift.reference !== reference))
}

function write(kept: KeptGift[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch (fault) {
    // Full or forbidden: giving works all the same, only a reload would forget.
    console.warn('The gift could not be kept for a reload.', fault)
  }
}

function isKeptGift(value: unknown): value is KeptGift {
  if (!isRecord(value) || !isRecord(value.gift)) return false
  const { reference, receipt_code, amount, donation_type } = value.gift
  return (
    typeof reference === 'string' &&
    typeof receipt_code === 'string' &&
    typeof amount === 'number' &&
    DONATION_TYPES.some((type) => type === donation_type) &&
    (value.quietSince === undefined || typeof value.quietSince === 'number') &&
    (value.isPaid === undefined || value.isPaid === true)
  )
}
