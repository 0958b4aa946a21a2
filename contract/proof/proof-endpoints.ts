/** The path of a gift, and its proof. */
import { z } from 'zod'
import { donationType, receiptCode } from '../money/donations.ts'
import { anyone, endpoint } from '../platform/endpoint.ts'
import { ok, naira, timestamp } from '../platform/fields.ts'
import { AMOUNT_BANDS, SEND_FAILURES, SIGNING_STOPS } from './proof-fields.ts'

const band = z.enum(AMOUNT_BANDS.map(({ name }) => name))
/** The kind of aid that was asked for; `aid` where several kinds are described together. */
const kind = z.string()
/** A month in Lagos, or a quarter. */
const period = z.string().regex(/^\d{4}-(\d{2}|Q[1-4])$/)
const params = z.strictObject({ code: receiptCode })

const shownField = z.strictObject({ name: z.string(), value: z.string(), salt: z.string() })
const hiddenField = z.strictObject({ digest: z.string() })

/** An entry of the log, as far as this receipt may open it, and the proof that it is in the log. */
const provenEntry = z
  .strictObject({
    index: z.number(),
    fields: z.array(z.union([shownField, hiddenField])),
    proof: z.array(z.string()),
  })
  .meta({ id: 'ProvenEntry' })

/** An entry in clear, as JSON, and the proof that it is in the log. */
const provenRow = z
  .strictObject({ index: z.number(), text: z.string(), proof: z.array(z.string()) })
  .meta({ id: 'ProvenRow' })

/** A public description of payments that at least ten households share. */
const describedRow = z
  .strictObject({
    period,
    kind,
    band,
    households: z.number(),
    payments: z.number(),
    /** By recipients themselves, on their page or with a slip. */
    confirmed: z.number(),
    /** Confirmed by text message, which anyone with the telephone can send. Not part of `confirmed`. */
    confirmed_by_text: z.number(),
  })
  .meta({ id: 'DescribedPayments' })

export const proofEndpoints = {
  'GET /api/receipts/:code/trail': endpoint({
    ...anyone('receipts'),
    summary:
      'Which payments a gift is counted towards, as the newest checkpoint of the log has it. A payment is described once at least ten households share the description.',
    params,
    reply: ok({
      /** How many entries that checkpoint has; 0 before the first. */
      size: z.number(),
      /** Whether the gift is in the public log. */
      logged: z.boolean(),
      given_back: naira,
      /** The sum counted towards payments. A gift that is not finished shows it once ten households share it. */
      counted: naira,
      waiting: naira,
      /** Fund that took over the waiting part, as the rest of its own fund moved there. */
      follows: donationType.nullable(),
      /** How many gifts of the fund come before the part that waits, counted up to 1,000. Null until the gift has its turn, a day or two after it was paid. */
      ahead: z.number().nullable(),
      /** The public descriptions of those payments: how many have each, and how many of them were confirmed when it was published. */
      shares: z.array(z.strictObject({ period, kind, band, payments: z.number(), confirmed: z.number() })),
      /** Whether some of those payments have no description yet. */
      undescribed: z.boolean(),
      /** The sums of now where they differ: no checkpoint has them yet. */
      newer: z.strictObject({ given_back: naira, counted: naira }).nullable(),
    }),
    errors: ['not_found'],
    secret: true,
  }),
  'GET /api/receipts/:code/proof': endpoint({
    ...anyone('receipts'),
    summary:
      'The entries of the public log that belong to a gift, each with its proof, under the newest checkpoint. Without entries when the gift is not in the log yet.',
    params,
    reply: ok({
      /** The keys of the log, as C2SP writes them. */
      keys: z.array(z.string()),
      /** A signed note. */
      checkpoint: z.string(),
      entries: z.array(provenEntry),
      /** The public descriptions of the payments that the gift is counted towards. */
      rows: z.array(provenRow),
    }),
    errors: ['not_found'],
    secret: true,
  }),
  'GET /api/transparency/payments': endpoint({
    ...anyone('none'),
    summary:
      'The payments that are described in public, newest first. At least ten households share each row, and a row never changes.',
    reply: ok({ rows: z.array(describedRow) }),
  }),
  'GET /api/transparency/log': endpoint({
    ...anyone('none'),
    summary: 'The newest checkpoint of the public log, and whether signing has stopped.',
    reply: ok({
      keys: z.array(z.string()),
      newest: z.strictObject({ size: z.number(), root: z.string(), signed_at: timestamp }).nullable(),
      /** Since when nothing is signed, and why; null while it is. */
      stopped: z.strictObject({ since: timestamp, reason: z.enum(SIGNING_STOPS) }).nullable(),
      /** The witnesses that the log knows, and when each first cosigned the newest checkpoint. */
      witnesses: z.array(z.strictObject({ name: z.string(), cosigned_at: timestamp.nullable() })),
      /** To whom the log sends its checkpoints, when the last one was cosigned, and why and since when none is. */
      sent: z.array(
        z.strictObject({
          address: z.string(),
          sent_at: timestamp.nullable(),
          failure: z.enum(SEND_FAILURES).nullable(),
          failing_since: timestamp.nullable(),
        }),
      ),
    }),
  }),
  'POST /api/transparency/cosignatures': endpoint({
    ...anyone('cosignatures'),
    summary:
      'Takes the cosignature of a witness that the log knows. The newest checkpoint is served with it. A second one of the same checkpoint changes nothing.',
    body: z.strictObject({
      /** The checkpoint's size. */
      size: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      /** A line of a signed note. */
      cosignature: z
        .string()
        .max(500)
        .regex(/^\u2014 [^\s+]+ [\w+/]+=*\n$/u),
    }),
    reply: ok({ witness: z.string(), cosigned_at: timestamp }),
    errors: ['not_found', 'invalid_signature'],
  }),
} as const
