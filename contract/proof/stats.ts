/** The public headline figures. */
import { z } from 'zod'
import { donationType } from '../money/donations.ts'
import { ROW_ICONS } from '../platform/named-row-limits.ts'
import { paysFor } from '../money/fund-changes.ts'
import { anyone, endpoint } from '../platform/endpoint.ts'
import { ok, naira, timestamp } from '../platform/fields.ts'

/** The lives impacted before the first gift (spec section 9). */
export const LIVES_IMPACTED_BASE = 10_000n
/** The naira that count as one more life (spec section 9). */
export const NAIRA_PER_LIFE = 25n

const fundFigures = z.strictObject({ gifts: z.number(), amount: naira })

/** A month in Lagos. */
const month = z.string().regex(/^\d{4}-\d{2}$/)
/** The sum that ten households share, as of the end of that month or a day in it. Null until they do: it is not known, and never zero. */
const part = z.strictObject({ amount: naira, month }).nullable()
const outflow = {
  /** Granted, and not handed over by then. */
  promised: part,
  /** Handed over or sent. What was lost is part of it until ten households share that figure. */
  paid_out: part,
  /** Left us and reached no one. */
  lost: part,
}

export const statsEndpoints = {
  'GET /api/funds': endpoint({
    ...anyone('none'),
    summary:
      'The funds in the order in which they are shown, closed ones too: for each what it received, which is live, and what was promised and paid out, which moves only when at least ten households share the change. The outflow of all funds together moves once a month.',
    reply: ok({
      funds: z.array(
        z.strictObject({
          fund: donationType,
          title: z.string(),
          /** The fund's purpose. */
          purpose: z.string(),
          icon: z.enum(ROW_ICONS),
          /** Whether it takes new gifts. */
          open: z.boolean(),
          pays_for: z.array(paysFor),
          gifts: z.number(),
          received: naira,
          ...outflow,
          /** Rest after grants up to the month of `promised`, and after moves from or to other funds. */
          left: naira.nullable(),
          /** The funds that received the balance of this closed fund. The amount is null until ten households share its payments. */
          moved: z.array(z.strictObject({ to: donationType, month, amount: naira.nullable() })),
          /** More was taken back from it than it held, as of the month of `together`. Said only of funds whose outflow ten households share. */
          short: z.boolean(),
        }),
      ),
      together: z.strictObject({
        ...outflow,
        /** The month of the last publication. Null before the first. */
        month: month.nullable(),
      }),
      alone: z.strictObject({
        /** Whether the only administrator of this instance may approve small payments alone. */
        allowed: z.boolean(),
        /** How many in a hundred payments one person alone approved, as of the month of `together`. */
        percent: z.number().int().nullable(),
      }),
      /** The limits of paying out, as they are now. */
      limits: z.strictObject({
        /** Awards above it need three people. */
        three_people_above: naira,
        /** Above it, who approves passes a second step again. */
        second_step_above: naira,
        /** The most one person may release in 24 hours. */
        released_a_day_max: naira,
        /** How long an account waits that its applicant changed. */
        changed_account_minutes: z.number().int(),
        /** When two people last changed them. Null: they are those of a new instance. */
        since: timestamp.nullable(),
      }),
      /**
       * Households that have not said for 30 days whether something arrived, as of the month of `together`, in steps of ten. Null: one
       * to nine of them, or not published yet.
       */
      unanswered: z.number().int().nullable(),
      /** The median days from a request to its decision, and from an award to its payment, as of the month of `together`. */
      waits: z.strictObject({
        decision_days: z.number().int().nullable(),
        payment_days: z.number().int().nullable(),
      }),
    }),
  }),
  'GET /api/transparency/months': endpoint({
    ...anyone('none'),
    summary:
      'What was given, refunded, promised, paid out and lost in total by the end of each month, in the running one until now, for each fund and for all funds together (`all`), newest month first. What concerns people is null until ten households share it, and changes only when ten share the change.',
    reply: ok({
      rows: z.array(
        z.strictObject({
          scope: donationType,
          month,
          /** Before refunds and chargebacks. */
          given: naira,
          /** Refunds and chargebacks, less those undone. */
          refunded: naira,
          promised: part,
          paid_out: part,
          lost: part,
          /** Only of all together, as are the next three: how many in a hundred payments one person approved. */
          alone_percent: z.number().int().nullable(),
          decision_days: z.number().int().nullable(),
          payment_days: z.number().int().nullable(),
          /** Households that had not answered for 30 days, in steps of ten. */
          unanswered: z.number().int().nullable(),
        }),
      ),
      /** Lists wrong figures of earlier versions: 0 for a part never published, or paid aid counted as promised. */
      corrections: z.array(
        z.strictObject({
          scope: donationType,
          day: z.iso.date(),
          /** The entry of the log that has them, and the one that corrects it. Null until it is in the log. */
          entry: z.number().int(),
          corrected_by: z.number().int().nullable(),
          said: z.strictObject({ promised: naira, paid_out: naira, lost: naira }),
          corrected: z.strictObject({
            promised: naira.nullable(),
            paid_out: naira.nullable(),
            lost: naira.nullable(),
          }),
        }),
      ),
    }),
  }),
  'GET /api/transparency': endpoint({
    ...anyone('none'),
    summary:
      'When the books were last compared in full with the payment provider, and the sum of the differences that are not explained.',
    reply: ok({
      /** Null on a new instance. */
      matched_at: timestamp.nullable(),
      /** The payments that the provider listed for that match. */
      payments: z.number().int(),
      /** The newest day that a statement of our bank covers. Null until one was uploaded. */
      bank_until: z.iso.date().nullable(),
      /** The open differences that are amounts, each as its absolute amount, without funds below zero. */
      unexplained: naira,
      /** All open differences, also those of the books from themselves. */
      differences: z.number().int(),
    }),
  }),
  'GET /api/stats': endpoint({
    ...anyone('none'),
    summary: 'The headline figures, and the total of each fund.',
    reply: ok({
      lives_impacted: z.number(),
      active_donors: z.number(),
      funds_raised: naira,
      funds: z.record(donationType, fundFigures),
    }),
  }),
} as const
