/** The API's transfers: HTTP only. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { after } from '../server/platform/clock.ts'
import { readFields, textField, amountField, requireNaira, type Fields } from './fields.ts'
import { withFault } from './faults.ts'
import { answerList, createdWithin, readPaging } from './paging.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { TRANSFER_STATUSES, transfers } from './schema.ts'
import { initiatedJson, transferJson } from './transfer-json.ts'
import {
  createTransfer,
  finalizeTransfer,
  findTransfer,
  requireMayPayOut,
  selectPaidOut,
  type NewTransfer,
} from './transfers.ts'

const QUEUED = 'Transfer has been queued'
const NEEDS_OTP = 'Transfer requires OTP to continue'
const VALIDATING_MILLISECONDS = 300

export function transferRoutes(provider: Provider): Hono {
  return new Hono()
    .post('/', (c) => initiate(provider, c))
    .post('/finalize_transfer', async (c) => {
      const fields = await readFields(c)
      const [code, otp] = [textField(fields, 'transfer_code') ?? '', textField(fields, 'otp') ?? '']
      return withFault(provider, c, 'finalize_transfer', null, async () => {
        const paidOut = await finalizeTransfer(provider, code, otp)
        return c.json({ status: true, message: QUEUED, data: transferJson(provider, paidOut) })
      })
    })
    .post('/resend_otp', async (c) => {
      const code = textField(await readFields(c), 'transfer_code') ?? ''
      const [found] = await provider.db.select().from(transfers).where(eq(transfers.transferCode, code))
      if (found?.status !== 'otp') throw refusals.plain('Transfer code is invalid')
      return c.json({ status: true, message: 'OTP has been resent' })
    })
    .get('/verify/:reference', (c) => {
      const reference = c.req.param('reference')
      return withFault(provider, c, 'transferVerify', reference, async () => {
        const paidOut = await findTransfer(provider.db, reference)
        if (!paidOut) throw refusals.notFound('Transfer')
        // While it is validated, the transfer does not exist yet.
        const { validatingMilliseconds = VALIDATING_MILLISECONDS } = provider.switches.of(reference).transfers
        if (after(paidOut.transfer.createdAt, validatingMilliseconds) > provider.clock.now())
          throw refusals.notFound('Transfer')
        return c.json({ status: true, message: 'Transfer retrieved', data: transferJson(provider, paidOut) })
      })
    })
    .get('/', (c) => withFault(provider, c, 'transfers', null, () => list(provider, c)))
}

async function initiate(provider: Provider, c: Context): Promise<Response> {
  requireMayPayOut(provider)
  const fields = await readFields(c)
  const reference = textField(fields, 'reference')
  return withFault(provider, c, 'transfer', reference, async () => {
    requireBalanceAsSource(fields)
    const paidOut = await createTransfer(provider, readTransfer(provider, fields))
    const message = paidOut.transfer.status === 'otp' ? NEEDS_OTP : QUEUED
    return c.json({ status: true, message, data: initiatedJson(provider, paidOut) })
  })
}

async function list(provider: Provider, c: Context): Promise<Response> {
  const paging = readPaging(c)
  const asked = c.req.query('status') ?? ''
  const status = TRANSFER_STATUSES.find((each) => each === asked)
  if (asked !== '' && !status) throw refusals.invalid('Invalid status passed')
  const matching = and(
    status ? eq(transfers.status, status) : undefined,
    createdWithin(paging, transfers.createdAt),
    c.req.query('recipient') ? sql`${transfers.recipientId}::text = ${c.req.query('recipient')}` : undefined,
  )
  const found = await selectPaidOut(provider.db)
    .where(matching)
    .orderBy(desc(transfers.createdAt), desc(transfers.id))
    .limit(paging.perPage)
    .offset((paging.page - 1) * paging.perPage)
  return answerList(c, provider, paging, {
    message: 'Transfers retrieved',
    data: found.map((each) =>
      Object.assign(transferJson(provider, each), provider.switches.of(each.transfer.reference).listedAs),
    ),
    total: await provider.db.$count(transfers, matching),
    rows: found.map(({ transfer }) => transfer),
  })
}

/** Reads what a caller asks to transfer, by the provider's own rules (docs/protocols/paystack-transfers.md section 5). */
const MINIMUM_KOBO = 10_000

/** @throws Refusal */
function requireBalanceAsSource(fields: Fields): void {
  if (textField(fields, 'source') !== 'balance') throw refusals.invalid('"source" must be balance')
}

/** @throws Refusal: the first field that is wrong */
function readTransfer(provider: Provider, fields: Fields): NewTransfer {
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
