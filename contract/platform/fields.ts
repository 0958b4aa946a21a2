/** The field rules that several endpoints share. */
import { z } from 'zod'
import { AMOUNT_KOBO_MAX, AMOUNT_KOBO_MIN, koboToNaira, nairaToKobo } from './money.ts'
import { cleanPasted } from './pasted-text.ts'
import { isPhone, PHONE_SENTENCE } from '../record/profile-fields.ts'
import { POLICY_VERSION } from './policy-names.ts'

const PLAIN_NAIRA = 'Enter naira as a plain number with at most two decimals.'

/** A reply with these fields, and no others. */
export const ok = <const S extends z.core.$ZodLooseShape>(fields: S) =>
  ({ status: 200, schema: z.strictObject(fields) }) as const

/** The same, after something was made. */
export const created = <const S extends z.core.$ZodLooseShape>(fields: S) =>
  ({ status: 201, schema: z.strictObject(fields) }) as const

/** An amount: naira in JSON, kobo in the server. */
export const naira = z
  .codec(z.number(PLAIN_NAIRA), z.bigint(), {
    decode: (amount, ctx) => {
      const kobo = nairaToKobo(amount)
      if (kobo !== null) return kobo
      ctx.issues.push({ code: 'custom', input: amount, message: PLAIN_NAIRA })
      return z.NEVER
    },
    encode: (kobo) => koboToNaira(kobo),
  })
  .meta({ id: 'Naira', description: 'Naira, with at most two decimals.', examples: [2500.5] })

export const AMOUNT_TOO_SMALL = 'The amount must be at least ₦1.'
export const AMOUNT_TOO_LARGE = 'The amount must be at most ₦10,000,000.'

/** An amount that a person may give or top up: ₦1 to ₦10,000,000. */
export const payableNaira = naira
  .check(
    z.refine((kobo) => typeof kobo !== 'bigint' || kobo >= AMOUNT_KOBO_MIN, AMOUNT_TOO_SMALL),
    z.refine((kobo) => typeof kobo !== 'bigint' || kobo <= AMOUNT_KOBO_MAX, AMOUNT_TOO_LARGE),
  )
  .meta({
    id: 'PayableNaira',
    description: 'Naira, with at most two decimals.',
    minimum: koboToNaira(AMOUNT_KOBO_MIN),
    maximum: koboToNaira(AMOUNT_KOBO_MAX),
    examples: [2500],
  })

/** Lower-case letters, digits and `-`, 16 to 50 characters (docs/protocols/paystack.md section 0, point 9). */
export const paymentReference = z
  .string()
  .regex(/^[a-z0-9-]{16,50}$/, 'This is not one of our payment references.')
  .meta({
    id: 'PaymentReference',
    description: 'Identifies a payment at the provider.',
    examples: ['gift-01k8z9xw3q5m7n2p4r6t8v0y1z'],
  })

/** ISO 8601, in UTC. */
export const timestamp = z
  .codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  .meta({ id: 'Timestamp', description: 'ISO 8601, in UTC.', examples: ['2026-11-20T22:54:00.000Z'] })

/** A time in a query. Earlier years are refused: Postgres has no year 0. */
export const timestampParameter = timestamp
  .check(z.refine((date) => date.getTime() >= 0, 'Choose a date from 1970 on.'))
  .meta({
    id: 'TimestampParameter',
    description: 'ISO 8601, in UTC, from 1970 on.',
    examples: ['2026-11-01T00:00:00.000Z'],
  })

// oxlint-disable-next-line no-control-regex -- it matches them
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/

/** Half of a character. `isWellFormed` is newer than many phones. */
const BROKEN = /\p{Surrogate}/u

/** The version of the privacy notice that the page showed, by its day. It is stored with the data that the person then sent. */
export const privacyVersion = z
  .string()
  .regex(POLICY_VERSION, 'Send the version of the privacy notice.')
  .meta({
    id: 'PrivacyVersion',
    description:
      'The version of the privacy notice that was shown: its day, and `.2` after it for the second of one day.',
    examples: ['2026-11-27'],
  })

/** The version of the terms of use that the page led to. It is stored with what the person then sent. */
export const termsVersion = z
  .string()
  .regex(POLICY_VERSION, 'Send the version of the terms of use.')
  .meta({
    id: 'TermsVersion',
    description: 'The version of the terms of use that was accepted.',
    examples: ['2026-11-27'],
  })

/** The longest address that mail can be sent to (RFC 5321). */
const EMAIL_CHARACTERS_MAX = 254

/** Marks without a look of their own, some of which turn the text after them; and letters that look like nothing. */
const INVISIBLE = /\p{Cf}|\u034F|\u17B4|\u17B5|[\u115F\u1160\u2800\u3164\uFFA0]/gu

/** Text that a person writes. Line breaks and tabs are allowed, other control characters are not. Shown as text, never as HTML. */
export function personText(charactersMax: number) {
  return z
    .string()
    .max(charactersMax, `Enter at most ${charactersMax} characters.`)
    .refine((text) => !CONTROL.test(text), 'Control characters are not allowed.')
    .refine((text) => !BROKEN.test(text), 'This text contains a broken character.')
    .refine((text) => text.trim() === '' || hasLook(text), 'This text has no visible character.')
}

function hasLook(text: string): boolean {
  return text.replaceAll(INVISIBLE, '').trim() !== ''
}

/**
 * A name or a label, by which people tell others apart: two of them never look alike because of a mark that cannot be seen. Contact cards
 * bring such marks along, and who pasted one could not find it.
 */
export const nameText = (charactersMax: number) => personText(charactersMax).overwrite(cleanPersonName)

/** A name without marks that cannot be seen. */
export function cleanPersonName(name: string): string {
  return name.replaceAll(INVISIBLE, '').trim()
}

/** An email address as a person types it. */
export const emailAddress = personText(EMAIL_CHARACTERS_MAX)
  .overwrite(cleanPasted)
  .check(z.email('Enter an email address.'))

/** A telephone number as a person types or pastes it; empty for none. */
export const phoneNumber = z
  .string()
  .overwrite(cleanPasted)
  .refine((phone) => phone === '' || isPhone(phone), PHONE_SENTENCE)
