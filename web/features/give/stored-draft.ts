/** The gift that is being typed, kept by this tab: it survives a reload, a sign-in and a top-up. */
import type { DonationType } from '../../../contract/money/funds.ts'
import { ROW_KEY } from '../../../contract/platform/named-row-limits.ts'
import { isRecord } from '../../api/is-record.ts'
import { readAmount } from '../../lib/amount.ts'
import { EMPTY_DRAFT, type Draft } from './draft.ts'

const KEY = 'taimako.gift'

/** Nothing that cannot be read. */
export function storedDraft(): Partial<Draft> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    if (!isRecord(stored)) return {}
    const { fund, amount, message, fromWallet } = stored
    return {
      ...fundIn(fund),
      ...(typeof amount === 'string' && { amount }),
      ...(typeof message === 'string' && { message }),
      ...(fromWallet === true && { fromWallet }),
    }
  } catch {
    return {}
  }
}

export function storeDraft(draft: Draft): void {
  const isEmpty = JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT)
  try {
    if (isEmpty) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch (fault) {
    // Storage is full or forbidden: only a reload would forget what was typed.
    console.warn(fault)
  }
}

/** Reads a link such as `/donate?fund=school&amount=5000`. Values that are not valid are ignored. */
export function linkedDraft(search: string): Partial<Draft> {
  const asked = new URLSearchParams(search)
  const amount = readAmount(asked.get('amount') ?? '')
  return { ...fundIn(asked.get('fund')), ...(amount.is === 'payable' && { amount: String(amount.naira) }) }
}

/** Reads what was typed, chosen or filled in by the browser. A typed amount wins over a quick one; the default fund is no choice. */
export function typedDraft(form: HTMLFormElement): Partial<Draft> {
  const typed = new FormData(form)
  const amount = textOf(typed.get('amount')) || textOf(typed.get('quick_amount'))
  const message = textOf(typed.get('message'))
  const { fund } = fundIn(typed.get('donation_type'))
  return {
    ...(fund !== undefined && fund !== EMPTY_DRAFT.fund && { fund }),
    ...(amount !== '' && { amount }),
    ...(message !== '' && { message }),
  }
}

function fundIn(value: unknown): { fund?: DonationType } {
  return typeof value === 'string' && ROW_KEY.test(value) ? { fund: value } : {}
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}
