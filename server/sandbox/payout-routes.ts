/** The API's banks, customers, recipients, transfers and balance: HTTP only. */
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { invariant } from '../lib/errors.ts'
import { accountNameOf, banks, TEST_BANK_CODE } from './banks.ts'
import { randomCode } from './codes.ts'
import { amountField, currencyField, emailField, metadataField, readFields, textField, type Fields } from './fields.ts'
import { withFault } from './faults.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { recipients, type Recipient } from './schema.ts'
import { customerJson, INTEGRATION } from './transaction-json.ts'
import { upsertCustomer } from './transactions.ts'
import { createTransfer, finalizeTransfer, findTransfer, recipientJson, transferJson } from './transfers.ts'

const TRANSFER_MESSAGES = {
  otp: 'Transfer requires OTP to continue',
  pending: 'Transfer has been queued',
} as const

export function payoutRoutes(provider: Provider): Hono {
  return new Hono().route('/', payeeRoutes(provider)).route('/', transferRoutes(provider))
}

function payeeRoutes(provider: Provider): Hono {
  return new Hono()
    .get('/bank', (c) => {
      const data = banks.map((bank) => ({
        ...bank,
        active: true,
        country: 'Nigeria',
        currency: 'NGN',
        type: 'nuban',
        is_deleted: false,
      }))
      return c.json({
        status: true,
        message: 'Banks retrieved',
        data,
        meta: { next: null, previous: null, perPage: 50 },
      })
    })
    .get('/bank/resolve', (c) => {
      const accountNumber = c.req.query('account_number') ?? ''
      const bankCode = c.req.query('bank_code') ?? ''
      const accountName = accountNameOf(accountNumber, bankCode)
      if (accountName === null)
        throw refusals.plain('Could not resolve account name. Check parameters or try again.', 422)
      const bankId = banks.find((bank) => bank.code === bankCode)?.id ?? 0
      const data = { account_number: accountNumber, account_name: accountName, bank_id: bankId }
      return c.json({ status: true, message: 'Account number resolved', data })
    })
    .post('/customer', async (c) => {
      const fields = await readFields(c)
      const customer = await upsertCustomer(provider, provider.db, {
        email: emailField(fields),
        firstName: textField(fields, 'first_name'),
        lastName: textField(fields, 'last_name'),
        phone: textField(fields, 'phone'),
        metadata: metadataField(fields),
      })
      const data = { ...customerJson(customer), integration: INTEGRATION, domain: 'test', identified: false }
      return c.json({ status: true, message: 'Customer created', data })
    })
    .post('/transferrecipient', async (c) => {
      const recipient = await saveRecipient(provider, await readFields(c))
      return c.json(
        { status: true, message: 'Transfer recipient created successfully', data: recipientJson(recipient) },
        201,
      )
    })
}

function transferRoutes(provider: Provider): Hono {
  return new Hono()
    .post('/transfer', async (c) => {
      const fields = await readFields(c)
      const reference = textField(fields, 'reference')
      return withFault(provider, c, 'transfer', reference, async () => {
        if (textField(fields, 'source') !== 'balance') throw refusals.invalid('"source" must be balance')
        if (reference === null) throw refusals.missing('Reference')
        if (!/^[a-z0-9_-]{16,50}$/.test(reference))
          throw refusals.plain('Your reference contains illegal special characters')
        currencyField(fields)
        const paidOut = await createTransfer(provider, {
          amount: amountField(fields),
          recipientCode: textField(fields, 'recipient') ?? '',
          reference,
          reason: textField(fields, 'reason'),
        })
        const message = paidOut.transfer.status === 'otp' ? TRANSFER_MESSAGES.otp : TRANSFER_MESSAGES.pending
        return c.json({ status: true, message, data: transferJson(paidOut) })
      })
    })
    .post('/transfer/finalize_transfer', async (c) => {
      const fields = await readFields(c)
      const paidOut = await finalizeTransfer(
        provider,
        textField(fields, 'transfer_code') ?? '',
        textField(fields, 'otp') ?? '',
      )
      return c.json({ status: true, message: TRANSFER_MESSAGES.pending, data: transferJson(paidOut) })
    })
    .get('/transfer/verify/:reference', async (c) => {
      const paidOut = await findTransfer(provider.db, c.req.param('reference'))
      if (!paidOut) throw refusals.notFound('Transfer')
      return c.json({ status: true, message: 'Transfer retrieved', data: transferJson(paidOut) })
    })
}

/** The same account is the same recipient. */
async function saveRecipient(provider: Provider, fields: Fields): Promise<Recipient> {
  if (textField(fields, 'type') !== 'nuban') throw refusals.invalid('Invalid type specified')
  currencyField(fields)
  const accountNumber = textField(fields, 'account_number') ?? ''
  const bankCode = textField(fields, 'bank_code') ?? ''
  const accountName = bankCode === TEST_BANK_CODE ? null : accountNameOf(accountNumber, bankCode)
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
