/** The API's banks and recipients: HTTP only. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { seconds } from '../server/platform/clock.ts'
import { accountNameOf, banks, SPECIAL_ACCOUNTS, TEST_BANK_CODE } from './banks.ts'
import { readFields, metadataField, requireNaira, textField, type Fields } from './fields.ts'
import { withFault } from './faults.ts'
import { readPaging } from './paging.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { recipientJson } from './transfer-json.ts'
import { transferRoutes } from './transfer-routes.ts'
import { and, eq } from 'drizzle-orm'
import { invariant } from '../server/platform/errors.ts'
import { randomCode } from './codes.ts'
import { recipients, type Recipient } from './schema.ts'

/** How long a bank that does not answer is waited for. */
const BANK_TIMEOUT = seconds(2)

export function payoutRoutes(provider: Provider): Hono {
  return new Hono()
    .route('/', bankRoutes(provider))
    .route('/transferrecipient', recipientRoutes(provider))
    .route('/transfer', transferRoutes(provider))
}

/** @returns what counts a resolve of a real bank. @throws Refusal: a test key has had its resolves of this day */
function resolveLimit({ switches, clock }: Provider): () => void {
  const counted = { day: '', resolves: 0 }
  return () => {
    const { resolvesADay } = switches.of(null)
    if (!resolvesADay) return
    const day = clock.now().toISOString().slice(0, 10)
    if (counted.day !== day) Object.assign(counted, { day, resolves: 0 })
    if (counted.resolves >= resolvesADay.max) throw refusals.resolvedTooMany(resolvesADay.status, resolvesADay.max)
    counted.resolves += 1
  }
}

function bankRoutes(provider: Provider): Hono {
  const countResolve = resolveLimit(provider)
  return new Hono()
    .get('/bank', (c) =>
      withFault(provider, c, 'banks', null, () => {
        const { perPage } = readPaging(c)
        // With a cursor in pages, and otherwise the whole list at once.
        const paged = c.req.query('use_cursor') === 'true'
        const first = paged ? Number(c.req.query('next') ?? 0) : 0
        const listed = paged ? banks.slice(first, first + perPage) : banks
        const data = listed.map(({ supportsTransfer, ...bank }) => ({
          ...bank,
          longcode: '',
          gateway: null,
          pay_with_bank: false,
          active: true,
          is_deleted: false,
          supports_transfer: supportsTransfer ?? true,
          available_for_direct_debit: false,
          country: 'Nigeria',
          currency: 'NGN',
          type: 'nuban',
        }))
        const next = first + listed.length < banks.length ? String(first + listed.length) : null
        const meta = { next, previous: null, perPage }
        return Promise.resolve(c.json({ status: true, message: 'Banks retrieved', data, meta }))
      }),
    )
    .get('/bank/resolve', (c) =>
      withFault(provider, c, 'resolve', null, async () => {
        const accountNumber = c.req.query('account_number') ?? ''
        const bankCode = c.req.query('bank_code') ?? ''
        if (bankCode !== TEST_BANK_CODE) countResolve()
        if (accountNumber === SPECIAL_ACCOUNTS.bankSilent) await sleep(BANK_TIMEOUT, undefined, { ref: false })
        const { resolvedName = accountNameOf(accountNumber, bankCode) } = provider.switches.of(null)
        const accountName = resolvedName
        if (accountName === null)
          throw refusals.plain('Could not resolve account name. Check parameters or try again.', 422)
        const bankId = banks.find((bank) => bank.code === bankCode)?.id ?? 0
        const data = { account_number: accountNumber, account_name: accountName, bank_id: bankId }
        return c.json({ status: true, message: 'Account number resolved', data })
      }),
    )
}

function recipientRoutes(provider: Provider): Hono {
  return new Hono().post('/', (c) =>
    withFault(provider, c, 'recipient', null, async () => {
      const data = recipientJson(await saveRecipient(provider, await readFields(c)))
      return c.json({ status: true, message: 'Transfer recipient created successfully', data }, 201)
    }),
  )
}

/** The accounts that transfers go to. The same account is the same recipient, with the first name it was given. */
async function saveRecipient(provider: Provider, fields: Fields): Promise<Recipient> {
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
