/** Reads what a caller asks to transfer, by the provider's own rules (docs/protocols/paystack-transfers.md section 5). */
import { amountField, requireNaira, textField, type Fields } from './fields.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import type { NewTransfer } from './transfers.ts'

const MINIMUM_KOBO = 10_000

/** @throws Refusal */
export function requireBalanceAsSource(fields: Fields): void {
  if (textField(fields, 'source') !== 'balance') throw refusals.invalid('"source" must be balance')
}

/** @throws Refusal: the first field that is wrong */
export function readTransfer(provider: Provider, fields: Fields): NewTransfer {
  const reference = textField(fields, 'reference')
  const amount = amountField(fields)
  requireNaira(fields)
  if (reference === null) throw refusals.missing('Reference')
  if (!/^[a-z0-9_-]{16,50}$/.test(reference)) throw refusals.plain('Your reference contains illegal special characters')
  const { minimum = MINIMUM_KOBO, maximum } = provider.switches.of(reference).transfers
  if (amount < BigInt(minimum)) throw refusals.plain('The amount is below the minimum for transfers')
  if (maximum !== undefined && amount > BigInt(maximum))
    throw refusals.plain('The amount is above the maximum for transfers')
  return {
    amount,
    recipientCode: textField(fields, 'recipient') ?? '',
    reference,
    reason: textField(fields, 'reason'),
  }
}
