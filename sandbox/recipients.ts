/** The accounts that transfers go to. The same account is the same recipient, with the first name it was given. */
import { and, count, desc, eq, or } from 'drizzle-orm'
import { z } from 'zod'
import { invariant } from '../server/platform/errors.ts'
import { accountNameOf, banks } from './banks.ts'
import { randomCode } from './codes.ts'
import { currencyField, metadataField, textField, type Fields } from './fields.ts'
import type { Paging } from './paging.ts'
import type { Provider } from './provider.ts'
import { Refusal, refusals } from './refusals.ts'
import { recipients, type Recipient } from './schema.ts'
import { recipientJson } from './transfer-json.ts'

export async function saveRecipient(provider: Provider, fields: Fields): Promise<Recipient> {
  if (textField(fields, 'type') !== 'nuban') throw refusals.invalid('Invalid type specified')
  currencyField(fields)
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

const Batch = z.array(z.record(z.string(), z.unknown())).min(1)

/** Saves each one that can be saved, and says why the others cannot. */
export async function saveRecipients(provider: Provider, fields: Fields) {
  const batch = Batch.safeParse(fields['batch'])
  if (!batch.success) throw refusals.invalid('"batch" must be a list of recipients')
  const success: ReturnType<typeof recipientJson>[] = []
  const errors: { message: string; records: Fields[] }[] = []
  for (const each of batch.data) {
    try {
      success.push(recipientJson(await saveRecipient(provider, each)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      errors.push({ message: error.message, records: [each] })
    }
  }
  return { success, errors }
}

const byIdOrCode = (idOrCode: string) =>
  or(
    eq(recipients.recipientCode, idOrCode),
    /^\d{1,15}$/.test(idOrCode) ? eq(recipients.id, Number(idOrCode)) : undefined,
  )

export async function getRecipient({ db }: Provider, idOrCode: string): Promise<Recipient> {
  const [found] = await db.select().from(recipients).where(byIdOrCode(idOrCode))
  if (!found) throw refusals.notFound('Recipient')
  return found
}

/** @returns the recipient under its new name: account and bank cannot be changed */
export async function renameRecipient(provider: Provider, idOrCode: string, fields: Fields): Promise<Recipient> {
  const { id, name } = await getRecipient(provider, idOrCode)
  const [renamed] = await provider.db
    .update(recipients)
    .set({ name: textField(fields, 'name') ?? name })
    .where(eq(recipients.id, id))
    .returning()
  invariant(renamed, 'recipients are never removed')
  return renamed
}

/** It stays in the history, and receives nothing more. */
export async function switchOffRecipient(provider: Provider, idOrCode: string): Promise<void> {
  const { id } = await getRecipient(provider, idOrCode)
  await provider.db.update(recipients).set({ deletedAt: provider.clock.now() }).where(eq(recipients.id, id))
}

export async function listRecipients({ db }: Provider, { perPage, page }: Paging) {
  const found = await db
    .select()
    .from(recipients)
    .orderBy(desc(recipients.createdAt), desc(recipients.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
  const [total] = await db.select({ total: count() }).from(recipients)
  return { found, total: total?.total ?? 0 }
}
