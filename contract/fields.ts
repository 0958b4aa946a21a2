/** The field rules that several endpoints share. */
import { z } from 'zod'
import { AMOUNT_KOBO_MAX, AMOUNT_KOBO_MIN, koboToNaira, nairaToKobo } from './money.ts'

const PLAIN_NAIRA = 'Write naira as a plain number with at most two decimals.'

/** Any amount of naira on the wire, kobo inside. Used in answers. */
export const naira = z.codec(z.number(PLAIN_NAIRA), z.bigint(), {
  decode: (amount, ctx) => {
    const kobo = nairaToKobo(amount)
    if (kobo !== null) return kobo
    ctx.issues.push({ code: 'custom', input: amount, message: PLAIN_NAIRA })
    return z.NEVER
  },
  encode: (kobo) => koboToNaira(kobo),
})

/** An amount a person may give or top up: ₦1 to ₦10,000,000. */
export const payableNaira = naira.check(
  z.refine((kobo) => typeof kobo !== 'bigint' || kobo >= AMOUNT_KOBO_MIN, 'The amount must be at least ₦1.'),
  z.refine((kobo) => typeof kobo !== 'bigint' || kobo <= AMOUNT_KOBO_MAX, 'The amount must be at most ₦10,000,000.'),
)

/** Ours: lower-case letters, digits and `-`, 16 to 50 characters (docs/protocols/paystack.md section 0, point 9). */
export const paymentReference = z.string().regex(/^[a-z0-9-]{16,50}$/, 'This is not one of our payment references.')

/** Moments travel as ISO 8601 in UTC. */
export const timestamp = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** A moment that somebody asks about. The calendar of the database has no year 0. */
export const timestampParameter = timestamp.check(
  z.refine((date) => date.getTime() >= 0, 'Please choose a day since 1970.'),
)

// oxlint-disable-next-line no-control-regex -- they are what it looks for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/

/** Text from a person: line breaks and tabs are fine, other control characters are not; shown as text, never as HTML. */
export function personText(charactersMax: number) {
  return z
    .string()
    .max(charactersMax, `Please keep this under ${charactersMax} characters.`)
    .refine((text) => !CONTROL.test(text), 'Control characters are not allowed.')
    .refine((text) => text.isWellFormed(), 'This text has a broken character.')
}
