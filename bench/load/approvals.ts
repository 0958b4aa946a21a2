/** Load: the provider's question before it sends. Most are right; others have another amount, a reference that is not ours, or a wrong signature. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { serveRounds, variable } from '../child.ts'
import { PAYMENT } from '../payout-flows.ts'
import { Own } from '../people.ts'
import { signature } from '../record-payouts.ts'

const WORKERS = 4
const PAUSE_MILLISECONDS = 20
const payments = z.array(Own).parse(JSON.parse(readFileSync(variable('SUBJECTS'), 'utf8')))
const address = `${variable('URL')}/webhooks/paystack/transfer-approval`
const KINDS = ['unsigned', 'signed', 'other amount', 'unknown', 'wrong signature'] as const
const EXPECTED = { unsigned: 200, signed: 200, 'other amount': 400, unknown: 400, 'wrong signature': 401 } as const
let asked = 0

serveRounds(WORKERS, () => async () => {
  const kind = KINDS[asked % KINDS.length] ?? 'unsigned'
  const { reference = '', recipient } = payments[asked % payments.length] ?? {}
  asked += 1
  const body = JSON.stringify({
    reference: kind === 'unknown' ? `pay-${'x'.repeat(26)}` : reference,
    amount: PAYMENT * 100 + (kind === 'other amount' ? 1 : 0),
    currency: 'NGN',
    recipient,
    reason: 'Taimako',
    source: 'balance',
  })
  const signed = kind === 'signed' ? signature(body) : kind === 'wrong signature' ? '0'.repeat(128) : null
  const headers = { 'content-type': 'application/json', ...(signed !== null && { 'x-paystack-signature': signed }) }
  const began = performance.now()
  const { status } = await fetch(address, { method: 'POST', headers, body })
  const took = performance.now() - began
  if (status !== EXPECTED[kind]) throw new Error(`an approval (${kind}) was answered with ${status}`)
  await pause(PAUSE_MILLISECONDS)
  return took
})
