/**
 * The gifts of this tab whose outcome has not been shown yet. They survive a reload, so that the outcome can be shown afterwards.
 */
import { isRecord } from '../../api/is-record.ts'
import type { Gift } from './gift.ts'

const KEY = 'taimako.gifts'

export interface StoredGift {
  readonly gift: Gift
  /** When the donor was told that it was not paid. It is still watched silently for a late success. */
  readonly quietSince?: number
  /** Given from the wallet: already paid, only the thanks are left to show. */
  readonly isPaid?: true
}

/** Oldest first. Entries that cannot be read are ignored. */
export function storedGifts(): StoredGift[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isStoredGift) : []
  } catch {
    return []
  }
}

export function storeGift(gift: Gift): void {
  forgetGift(gift)
  write([...storedGifts(), { gift }])
}

export function storePaidGift(gift: Gift): void {
  forgetGift(gift)
  write([...storedGifts(), { gift, isPaid: true }])
}

/** From now on it is watched silently; a gift that already is keeps its time. */
export function silenceGift({ reference }: Gift): void {
  const now = Date.now()
  write(
    storedGifts().map((kept) =>
      kept.gift.reference === reference ? { gift: kept.gift, quietSince: kept.quietSince ?? now } : kept,
    ),
  )
}

export function forgetGift({ reference }: Gift): void {
  write(storedGifts().filter(({ gift }) => gift.reference !== reference))
}

function write(kept: StoredGift[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch (fault) {
    // Storage is full or forbidden: giving still works, only a reload would forget the gift.
    console.warn(fault)
  }
}

function isStoredGift(value: unknown): value is StoredGift {
  if (!isRecord(value) || !isRecord(value.gift)) return false
  const { reference, receipt_code, amount, donation_type } = value.gift
  return (
    typeof reference === 'string' &&
    typeof receipt_code === 'string' &&
    typeof amount === 'number' &&
    typeof donation_type === 'string' &&
    (value.quietSince === undefined || typeof value.quietSince === 'number') &&
    (value.isPaid === undefined || value.isPaid === true)
  )
}
