/** Our own failures, for everyone. */
import { z } from 'zod'
import { COMPLAINT_KINDS } from '../aid/complaint-fields.ts'
import { anyone, endpoint } from '../platform/endpoint.ts'
import { ok, naira, timestamp } from '../platform/fields.ts'

/** In steps of ten, so that no household can be picked out. Null: fewer than ten, but not none. */
const households = z.number().int().nullable()
/** The median of the households that are shown. Null with fewer than ten. */
const medianDays = z.number().int().nullable()

export const failureEndpoints = {
  'GET /api/transparency/failures': endpoint({
    ...anyone('none'),
    summary:
      'What we did wrong, and how fast it was put right, since the beginning of last year. Households are counted in steps of ten. Money is of all years.',
    reply: ok({
      since: z.iso.date(),
      lost: z.strictObject({
        /** Left us and reached no one, as of that month. Null until ten households share the figure. */
        payments: z.strictObject({ amount: naira, month: z.string() }).nullable(),
        /** Banks took it back after a top-up had been spent, and its owner has not paid it back. */
        wallets: naira,
      }),
      /** About requests for aid. */
      decisions: z.strictObject({
        late: households,
        /** After the day on which they were due. */
        median_days: medianDays,
        /** Undecided and late now. */
        waiting: households,
      }),
      /** Appeals of applicants whose requests were refused. */
      appeals: z.strictObject({
        made: households,
        /** The request was approved after all. */
        changed: households,
        /** Until they were decided. */
        median_days: medianDays,
      }),
      /** Complaints, in steps of ten. */
      complaints: z.strictObject({
        /** Kinds with ten or more. */
        kinds: z.array(z.strictObject({ kind: z.enum(COMPLAINT_KINDS), count: z.number().int() })),
        /** All other kinds together. Null: fewer than ten, but not none. */
        others: z.number().int().nullable(),
        /** Medians. Null with fewer than ten. */
        acknowledged_days: medianDays,
        answered_days: medianDays,
        /** Not acknowledged or not answered in time now. */
        late: z.number().int().nullable(),
      }),
      payouts: z.strictObject({
        /** The bank or the provider did not make them, or took them back. */
        failed: households,
        /** Made in the end. */
        put_right: households,
        median_days: medianDays,
        /** Two transfers were paid: the provider paid one after it had said that it failed. */
        twice: households,
        /** One of the two is back, or two people have explained it. */
        twice_put_right: households,
        twice_median_days: medianDays,
      }),
      /** Gifts, of which we or the donor's bank gave back all or part. */
      refunds: z.strictObject({
        gifts: z.number().int(),
        amount: naira,
        /** From the gift until its money was back. Null where none was. */
        median_hours: z.number().int().nullable(),
      }),
      /** Contradictions within the books, and differences from the payment provider and our bank. */
      differences: z.strictObject({
        found: z.number().int(),
        open: z.number().int(),
        /** Until they were gone, or two administrators had explained them. Null where none has ended. */
        median_hours: z.number().int().nullable(),
      }),
      /** When no check of the books ran for longer than it may. */
      checks: z.strictObject({
        stopped_now: z.boolean(),
        outages: z.number().int(),
        longest_minutes: z.number().int().nullable(),
        last: z.strictObject({ started_at: timestamp, ended_at: timestamp }).nullable(),
      }),
    }),
  }),
} as const
