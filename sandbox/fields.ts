/** Reading what a caller sent, by the provider's own rules (docs/protocols/paystack.md section 8.3), in its own words. */
import type { Context } from 'hono'
import { z } from 'zod'
import { AMOUNT_KOBO_MAX, type Kobo } from '../contract/platform/money.ts'
import { refusals } from './refusals.ts'

const Fields = z.record(z.string(), z.unknown())
export type Fields = z.output<typeof Fields>

/** The body as fields, whether JSON or a form. No body is no fields. */
export async function readFields(c: Context): Promise<Fields> {
  const type = c.req.header('content-type') ?? ''
  if (/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    return Fields.parse(await c.req.parseBody())
  const text = await c.req.text()
  if (text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusals.invalid('Invalid JSON in request body')
  }
  const fields = Fields.safeParse(value)
  if (!fields.success) throw refusals.invalid('The request body should be an object')
  return fields.data
}

/** A text field; numbers count as their digits, because forms have only text. Missing, null and empty are null. */
export function textField(fields: Fields, name: string): string | null {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw refusals.invalid(`"${name}" must be a string`)
}

export function emailField(fields: Fields): string {
  const email = textField(fields, 'email')
  if (email === null) throw refusals.missing('Email Address')
  const domain = /^[^\s@]+@([^\s@]+)$/.exec(email)?.[1]
  if (!domain || !/^[^.].*\.[^.]+$/.test(domain) || domain.toLowerCase().endsWith('.local')) throw refusals.email()
  return email
}

/** Whole kobo, as a number or as digits. */
export function amountField(fields: Fields, minimum: Kobo = 0n): Kobo {
  const value = fields['amount']
  if (typeof value !== 'number' && typeof value !== 'string') throw refusals.amountUnusable()
  const text = String(value)
  if (/^\d+\.\d+$/.test(text)) throw refusals.amountNotInteger()
  // Beyond 2^53 JSON has rounded already, and a number that is that large writes itself with an exponent.
  if (/^\d+(\.\d+)?e\+\d+$/.test(text)) throw refusals.amountTooHigh()
  if (!/^\d+$/.test(text)) throw refusals.amountUnusable()
  const amount = BigInt(text)
  if (amount === 0n) throw refusals.amountZero()
  if (amount > AMOUNT_KOBO_MAX) throw refusals.amountTooHigh()
  if (amount < minimum) throw refusals.amountTooLow()
  return amount
}

export function requireNaira(fields: Fields): void {
  if ((textField(fields, 'currency') ?? 'NGN') !== 'NGN') throw refusals.currency()
}

/** Letters, digits, `-`, `.` and `=`, as documented. The test API lets `_` pass; this one does not. */
export function referenceField(fields: Fields): string | null {
  const reference = textField(fields, 'reference')
  if (reference !== null && !/^[A-Za-z0-9.=-]+$/.test(reference)) throw refusals.referenceCharacter()
  return reference
}

/** Given as JSON text, metadata keep their types. Given as an object, what is not text comes back as text. */
export function metadataField(fields: Fields): unknown {
  const metadata = fields['metadata']
  if (metadata === undefined || metadata === null || metadata === '') return null
  if (typeof metadata !== 'string') return withTextScalars(metadata)
  try {
    const parsed: unknown = JSON.parse(metadata)
    return parsed
  } catch {
    return metadata
  }
}

function withTextScalars(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTextScalars)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withTextScalars(child)]))
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

const CHANNELS = new Set([
  'card',
  'bank',
  'apple_pay',
  'ussd',
  'qr',
  'mobile_money',
  'bank_transfer',
  'eft',
  'capitec_pay',
  'payattitude',
])

export function channelsField(fields: Fields): string[] | null {
  const value = fields['channels']
  if (value === undefined || value === null || value === '') return null
  const channels = z.array(z.string()).safeParse(typeof value === 'string' ? value.split(',') : value)
  if (!channels.success || channels.data.some((channel) => !CHANNELS.has(channel)))
    throw refusals.invalid('Invalid channels passed')
  return channels.data.length > 0 ? channels.data : null
}
