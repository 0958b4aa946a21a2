/** The receipt codes of the gifts that were started on this device. They stay until the donor removes them. */
import { DONATION_TYPES, type DonationType } from '../../../contract/funds.ts'
import { isRecord } from '../../api/is-record.ts'
import type { Gift } from './gift.ts'

const KEY = 'taimako.receipts'
/** Older ones make room. */
const KEPT_MAX = 50

export interface KeptReceipt {
  readonly code: string
  /** In naira. */
  readonly amount: number
  readonly donation_type: DonationType
  /** ISO 8601. */
  readonly kept_at: string
}

/** Newest first. Entries that cannot be read are ignored. */
export function keptReceipts(): KeptReceipt[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKeptReceipt) : []
  } catch {
    return []
  }
}

/** A receipt that is kept already stays where it is. */
export function keepReceipt({ receipt_code: code, amount, donation_type }: Gift): void {
  const kept = keptReceipts()
  if (kept.some((receipt) => receipt.code === code)) return
  const receipt = { code, amount, donation_type, kept_at: new Date().toISOString() }
  write([receipt, ...kept].slice(0, KEPT_MAX))
}

export function removeReceipt(code: string): void {
  write(keptReceipts().filter((receipt) => receipt.code !== code))
}

export function removeAllReceipts(): void {
  write([])
}

function write(kept: readonly KeptReceipt[]): void {
  try {
    if (kept.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(kept))
  } catch (fault) {
    // Storage is full or forbidden: giving still works, and the thanks show the code.
    console.warn('The receipt could not be kept on this device.', fault)
  }
}

function isKeptReceipt(value: unknown): value is KeptReceipt {
  return (
    isRecord(value) &&
    typeof value.code === 'string' &&
    typeof value.amount === 'number' &&
    DONATION_TYPES.some((type) => type === value.donation_type) &&
    typeof value.kept_at === 'string'
  )
}
