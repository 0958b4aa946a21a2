/** Payments drawn by lot, whose recipients people from outside call: what is published of each, and what staff and callers do. */
import { z } from 'zod'
import { byId, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { timestamp } from '../platform/fields.ts'
import { CONFIRMATION_ANSWERS } from '../aid/payout-fields.ts'

/** The fewest and the most payments of one sample. */
export const SAMPLE_MIN = 20
export const SAMPLE_MAX = 400

/** `announced`: waits for its random value. `void`: nothing was drawn, and the quarter can be announced once more. */
export const SAMPLE_STATES = ['announced', 'drawn', 'closed', 'void'] as const
/** Why nothing was drawn: the announcement was not signed before the random value existed, or fewer than ten households were paid. */
export const VOID_REASONS = ['late', 'few'] as const

/** A quarter in Lagos, as `2026-Q3`. */
const quarter = z.string().regex(/^\d{4}-Q[1-4]$/)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const answers = z
  .strictObject({
    all: z.number().int(),
    part: z.number().int(),
    none: z.number().int(),
    /** Of all payments that were drawn; without an answer a payment counts as not received. In percent, one decimal. */
    share_low: z.number(),
    share_high: z.number(),
  })
  .meta({ id: 'SampleAnswers' })

const published = {
  id: z.uuid(),
  period: quarter,
  state: z.enum(SAMPLE_STATES),
  void_reason: z.enum(VOID_REASONS).nullable(),
  announced_at: timestamp,
  /** How many payments are drawn; all of them where there are fewer. */
  wanted: z.number().int(),
  /** The source of the random value, its round, and when that round is published. */
  beacon: z.string(),
  round: z.number().int(),
  round_at: timestamp,
  /** Null before the draw. */
  draw: z
    .strictObject({
      drawn_at: timestamp,
      closes_at: timestamp,
      payments: z.number().int(),
      /** The first checkpoint with the announcement: payments up to it could be drawn. Its root in base64. */
      checkpoint_size: z.number().int(),
      root: z.string(),
      randomness: hash,
      /** The beacon's over its round, of which the random value is the SHA-256. Null of draws before it was kept. */
      signature: z.string().nullable(),
      /** SHA-256 over the root and the random value. */
      seed: hash,
    })
    .nullable(),
  /** What recipients said. Null until the sample is closed, and for ever where fewer than ten households answered. */
  answers: answers.nullable(),
} as const

const publicSample = z.strictObject(published).meta({ id: 'Sample' })

const staffSample = z
  .strictObject({
    ...published,
    /** How many payments have an answer by now. */
    answered: z.number().int(),
    /** Payments whose recipient had confirmed them, and now said that something is missing. */
    contradicted: z.array(z.strictObject({ disbursement_id: z.uuid(), application_id: z.uuid() })),
  })
  .meta({ id: 'StaffSample' })

const sampleCall = z.strictObject({
  /** Of the disbursement. */
  id: z.uuid(),
  full_name: z.string(),
  /** Empty if they gave none. */
  phone: z.string(),
  /** The month of the hand-over. */
  month: z.string(),
  /** How often they were not reached. */
  tries: z.number().int(),
})

export const sampleEndpoints = {
  'GET /api/transparency/samples': endpoint({
    summary: 'The samples of payments whose recipients people from outside called, newest first, with their results.',
    guard: 'anyone',
    reply: { status: 200, schema: z.strictObject({ samples: z.array(publicSample) }) },
    errors: [],
    limit: 'none',
  }),
  'GET /api/admin/samples': endpoint({
    ...staffWith('see_money'),
    summary: 'The samples, how far each is, and where an answer contradicts a confirmation.',
    reply: {
      status: 200,
      schema: z.strictObject({
        samples: z.array(staffSample),
        /** The quarters that can be announced now. */
        open_periods: z.array(quarter),
      }),
    },
    errors: [],
  }),
  'POST /api/admin/samples': endpoint({
    ...staffWith('administer'),
    summary:
      'Announces a sample of the payments of a quarter that has ended. It cannot be taken back, and a quarter is drawn once.',
    body: z.strictObject({ period: quarter, payments: z.number().int().min(SAMPLE_MIN).max(SAMPLE_MAX) }),
    reply: { status: 201, schema: z.strictObject({ id: z.uuid() }) },
    errors: ['invalid_input'],
  }),
  'GET /api/admin/samples/calls': endpoint({
    ...staffWith('call_recipients'),
    summary:
      'The drawn recipients who have not answered yet, for people whose only role is to call, and only payments in which the reader had no part. Reading is audited.',
    reply: { status: 200, schema: z.strictObject({ items: z.array(sampleCall) }) },
    errors: ['forbidden'],
  }),
  'POST /api/admin/samples/calls/:id': endpoint({
    ...staffWith('call_recipients'),
    summary:
      'What a drawn recipient said, or that they were not reached. An answer stands. A payment without a confirmation gets it.',
    params: byId,
    body: z.strictObject({ answer: z.enum([...CONFIRMATION_ANSWERS, 'not_reached']) }),
    reply: { status: 200, schema: z.strictObject({ id: z.uuid(), tries: z.number().int() }) },
    errors: ['not_found', 'forbidden', 'already_decided'],
  }),
} as const
