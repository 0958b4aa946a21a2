/** Disputes as administrators see them in the Books. They are answered at the payment provider. */
import { z } from 'zod'
import { naira, paymentReference, timestamp } from '../platform/fields.ts'
import { PURPOSES } from './payments.ts'

/** A payer asks their bank for the money back. */
export const openDispute = z.strictObject({
  /** The provider's. */
  id: z.string(),
  payment: paymentReference,
  purpose: z.enum(PURPOSES),
  /** The amount paid, and the disputed part of it. */
  amount_paid: naira.nullable(),
  amount: naira.nullable(),
  /** The provider's words, unchanged. */
  status: z.string(),
  category: z.string().nullable(),
  opened_at: timestamp.nullable(),
  /** Without an answer until then, the provider accepts it for us, in full. Null where the provider does not say. */
  due_at: timestamp.nullable(),
  /** Whole minutes until then; below zero once it has passed. */
  minutes_left: z.number().int().nullable(),
})

/** As JSON: amounts in naira, timestamps as text. */
export type OpenDisputeJson = z.input<typeof openDispute>
