/** The accounts that transfers go to. The same account is the same recipient, with the first name it was given. */
import { and, eq } from 'drizzle-orm'
import { invariant } from '../server/platform/errors.ts'
import { accountNameOf, banks } from './banks.ts'
import { randomCode } from './codes.ts'
import { metadataField, requireNaira, textField, type Fields } from './fields.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { recipients, type Recipient } from './schema.ts'

export async function saveRecipient(provider: Provider, fields: Fields): Promise<Recipient> {
  if (textField(fields, 'type') !== 'nuban') throw refusals.invalid('Invalid type specified')
  requireNaira(fields)
  const accountNumber = textField(fields, 'account_number')
  const bankCode = textField(fields, 'bank_code') ?? ''
  if (accountNumber === null) throw refusals.missing('Account number')
  if (!banks.some((bank) => bank.code === bankCode)) throw refusals.bankCode()
  const accountName = accountNameOf(accountNumber, bankCode)
  if (accountName === null) throw refusals.invalid('Account number is invalid')
  await provider.db
    .insert(recipients)
    .values({
      recipientCode: `RCP_${randomCode(15)}`,
      name: textField(fields, 'name') ?? accountName,
      accountNumber,
      accountName,
      bankCode,
      metadata: metadataField(fields),
      createdAt: provider.clock.now(),
    })
    .onConflictDoNothing({ target: [recipients.accountNumber, recipients.bankCode] })
  const [recipient] = await provider.db
    .select()
    .from(recipients)
    .where(and(eq(recipients.accountNumber, accountNumber), eq(recipients.bankCode, bankCode)))
  invariant(recipient, 'saveRecipient: it is there, or it was made')
  return recipient
}
