/** The receipts of the gifts that were started in this tab: they go with it, unless the donor keeps them on the device. */
import type { DonationType } from '../../../contract/money/funds.ts'
import { isRecord } from '../../api/is-record.ts'
import { ofMode } from '../../lib/of-mode.ts'
import { site } from '../../words/site.ts'
import type { Gift } from './gift.ts'

const KEY = 'taimako.receipts'
/** Older ones make room. */
const KEPT_MAX = 50

export interface KeptReceipt {
  readonly code: string
  /** In naira. */
  readonly amount: number
  readonly donation_type: DonationType
  /** The fund's name when it was given, if known. */
  readonly title?: string | undefined
  /** ISO 8601. */
  readonly kept_at: string
  /** Leaves the tab as well when the owner of the wallet signs out (session/leave-session.ts). */
  readonly fromWallet?: true
}

const PLACES = ['tab', 'device'] as const
export type KeptAt = (typeof PLACES)[number]

/** Newest first. Entries that cannot be read are ignored. */
export function keptReceipts(at: KeptAt): KeptReceipt[] {
  try {
    const kept: unknown = JSON.parse(storageOf(at).getItem(keyOf(at)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKeptReceipt) : []
  } catch {
    return []
  }
}

/** @returns undefined where neither the tab nor the device keeps it */
export function keptAt(code: string): KeptAt | undefined {
  return PLACES.find((at) => keptReceipts(at).some((receipt) => receipt.code === code))
}

/** Keeps it for this tab. A receipt that is kept already stays where it is. */
export function keepReceipt(gift: Gift, from: Pick<KeptReceipt, 'fromWallet'> = {}): void {
  const { receipt_code: code, amount, donation_type } = gift
  if (keptAt(code)) return
  const title = site.funds.find((each) => each.fund === donation_type)?.title
  add('tab', { code, amount, donation_type, title, kept_at: new Date().toISOString(), ...from })
}

/** Moves the receipt from the tab to the device, or back. */
export function moveReceipt(code: string, to: KeptAt): void {
  const receipt = PLACES.flatMap(keptReceipts).find((kept) => kept.code === code)
  removeReceipt(code)
  if (receipt) add(to, receipt)
}

export function removeReceipt(code: string): void {
  for (const at of PLACES)
    write(
      at,
      keptReceipts(at).filter((receipt) => receipt.code !== code),
    )
}

export function removeAllReceipts(): void {
  for (const at of PLACES) write(at, [])
}

const add = (at: KeptAt, receipt: KeptReceipt) => write(at, [receipt, ...keptReceipts(at)])

function write(at: KeptAt, kept: readonly KeptReceipt[]): void {
  try {
    if (kept.length === 0) storageOf(at).removeItem(keyOf(at))
    else storageOf(at).setItem(keyOf(at), JSON.stringify(kept.slice(0, KEPT_MAX)))
  } catch (fault) {
    // Storage is full or forbidden: giving still works, and the thanks show the code.
    console.warn('Receipt not kept.', fault)
  }
}

const keyOf = (at: KeptAt) => (at === 'tab' ? KEY : ofMode(KEY))
const storageOf = (at: KeptAt): Storage => (at === 'tab' ? sessionStorage : localStorage)

function isKeptReceipt(value: unknown): value is KeptReceipt {
  if (!isRecord(value)) return false
  const { code, amount, donation_type, title = '', kept_at, fromWallet = true } = value
  const isText = (each: unknown) => typeof each === 'string'
  return [code, donation_type, title, kept_at].every(isText) && typeof amount === 'number' && fromWallet === true
}
