/** Meanings of the provider's answers about a transfer (docs/protocols/paystack-transfers.md sections 5, 6 and 14). */
import { hours, minutes, seconds } from '../../../platform/clock.ts'
import type { ProviderTransfer } from '../../../money/payments/paystack-transfers.ts'
import type { ProviderRefusal } from '../../../money/payments/provider-answers.ts'
import type { PayoutAttempt } from '../schema.ts'

/** Refusals after which no transfer exists. */
const REFUSED_CODES = new Set(['invalid_transfer_recipient', 'insufficient_balance', 'invalid_bank_code'])
const REFUSED_WORDS = [
  /balance is not enough/i,
  /recipient specified is invalid/i,
  /cannot initiate third party payouts/i,
  /can't make the transfer to this recipient/i,
  /^account closed$/i,
  /^bank code is invalid$/i,
  /illegal special characters/i,
]

/** `exists`: our own first call arrived. `refused`: there is no transfer. `unclear`: words that we do not know. */
export function readRefusal({ code, message }: ProviderRefusal): 'exists' | 'refused' | 'unclear' {
  if (code === 'duplicate_transfer_reference' || /reference already exists/i.test(message)) return 'exists'
  if ((code !== undefined && REFUSED_CODES.has(code)) || REFUSED_WORDS.some((words) => words.test(message)))
    return 'refused'
  return 'unclear'
}

const UNPAID = new Set(['failed', 'abandoned', 'blocked', 'rejected'])

export type Meaning = 'waiting' | 'paid' | 'unpaid' | 'reversed'

/** A status that we do not know is waited for. */
export function readStatus(status: string): Meaning {
  if (status === 'success') return 'paid'
  if (status === 'reversed') return 'reversed'
  return UNPAID.has(status) ? 'unpaid' : 'waiting'
}

/** Why a transfer under our reference is not ours; null if it is. */
export function findMismatch(
  attempt: PayoutAttempt,
  payee: { readonly bankCode: string; readonly accountEnding: string },
  transfer: ProviderTransfer,
  mode: 'sandbox' | 'test' | 'live',
): string | null {
  const { details, recipient_code: code } = transfer.recipient
  if (transfer.reference !== attempt.reference) return 'the provider answered for another reference'
  if (transfer.domain !== (mode === 'live' ? 'live' : 'test')) return 'the transfer is of another mode'
  if (transfer.amount !== attempt.amount || transfer.currency !== 'NGN') return 'the transfer has another amount'
  const sameAccount = details.bank_code === payee.bankCode && details.account_number.endsWith(payee.accountEnding)
  return code === attempt.recipientCode && sameAccount ? null : 'the transfer has another recipient'
}

/** When to ask about a transfer that is on its way, by its age. */
const WAITING = [seconds(10), seconds(30), minutes(2), minutes(5), minutes(15), minutes(60)]
/** When to ask about one that we do not know to exist. */
const UNKNOWN = [seconds(5), seconds(30), minutes(2)]
const DAY = hours(24)

/** Milliseconds after the start at which the next question is due. */
export function nextQuestion(meaning: 'waiting' | 'unknown' | 'paid', age: number): number | null {
  if (meaning === 'unknown') return UNKNOWN.find((due) => due > age) ?? age + minutes(10)
  if (meaning === 'waiting') return WAITING.find((due) => due > age) ?? age + (age < 3 * DAY ? hours(1) : DAY)
  // Even a success can be reversed, for weeks.
  if (age < 7 * DAY) return age + DAY
  return age < 60 * DAY ? age + 7 * DAY : null
}

/** After this without a trace of it, the same reference is sent again. */
export const SEND_AGAIN_AFTER = minutes(2)

/** How long after a refused repeat verify and the list decide nothing. Checked by the database (migrations/0011_aid_awards.sql). */
export const DOUBTED_FOR = DAY
