/**
 * The failure switches (docs/protocols/paystack.md section 8.6): how this provider is to misbehave, for everything or for one
 * reference. They live in the process's memory, because only tests set them.
 */
import { z } from 'zod'
import { REFUND_OUTCOMES, TRANSFER_OUTCOMES } from './schema.ts'

const OPERATIONS = ['initialize', 'verify', 'transaction', 'list', 'refund', 'refunds', 'charge', 'transfer'] as const
export type Operation = (typeof OPERATIONS)[number]

const CallFault = z.strictObject({
  /**
   * `no_answer`: the connection stays open and silent. `closed`: it is cut. `error_500`, `rate_limited` (429), `garbage`
   * (200 with half a JSON document), `html` (502 page), `slow`: as they say. `refused`: 400 with a reason.
   */
  fault: z.enum(['no_answer', 'closed', 'error_500', 'rate_limited', 'garbage', 'html', 'slow', 'refused']),
  /** Do the work first, so that only the answer is lost. */
  after: z.boolean().default(false),
  /** For so many calls; without it, until it is set to null. */
  times: z.int().positive().optional(),
  /** For `slow`. */
  milliseconds: z.int().positive().default(3000),
  /** For `rate_limited`. */
  retryAfterSeconds: z.int().positive().default(10),
})
export type CallFault = z.output<typeof CallFault>

export const WebhookSwitches = z
  .strictObject({
    /** Made, and never sent by itself. `POST /control/deliver` still can. */
    drop: z.boolean(),
    /** As `drop`, under the name that says what it is for: to be released later, in an order of choice. */
    hold: z.boolean(),
    /** Sent so many times, one after the other … */
    copies: z.int().positive(),
    /** … or all at once. */
    concurrent: z.boolean(),
    /** First sent this much later, by the clock. */
    delaySeconds: z.int().positive().nullable(),
    /** `reserialised`: signed as written, then sent with other white space, as a careless proxy would. */
    signature: z.enum(['right', 'wrong', 'missing', 'reserialised']),
    /** `spaced`: rightly signed, but not as JSON.stringify would write it. */
    format: z.enum(['compact', 'spaced']),
    /** Whether the first message arrives before the payer's answer, or after it. */
    timing: z.enum(['before', 'after', 'either']),
  })
  .partial()
export type WebhookSwitches = z.output<typeof WebhookSwitches>

export const SwitchSettings = z
  .strictObject({
    calls: z.partialRecord(z.enum(OPERATIONS), CallFault.nullable()),
    webhooks: WebhookSwitches,
    unknownReferenceStatus: z.union([z.literal(400), z.literal(404)]),
    /** Kobo that are collected, while what was asked for stays as it was: too little, or too much. */
    amountPaid: z.int().positive().nullable(),
    /** Kobo that were asked for and collected, as if somebody else had begun the transaction. */
    amountRequested: z.int().positive().nullable(),
    currency: z.string().length(3).nullable(),
    domain: z.enum(['test', 'live']).nullable(),
    customerBearsFees: z.boolean(),
    refundOutcome: z.enum(REFUND_OUTCOMES).nullable(),
    /** The session timed out: the checkout will not open. */
    expiredAccessCode: z.boolean(),
    transferOtp: z.boolean(),
    transferOutcome: z.enum(TRANSFER_OUTCOMES),
    starterBusiness: z.boolean(),
  })
  .partial()
export type SwitchSettings = z.output<typeof SwitchSettings>

export interface Switches {
  /** Adds to what is set, for everything or for one reference. */
  set(settings: SwitchSettings, reference?: string): void
  /** What holds for a reference: its own settings before the general ones. */
  of(reference: string | null): SwitchSettings & { readonly webhooks: WebhookSwitches }
  /** The fault that this call meets, counting it. */
  takeFault(operation: Operation, reference: string | null): CallFault | null
  reset(): void
}

export function createSwitches(): Switches {
  const EVERYTHING = Symbol('everything')
  const settings = new Map<string | symbol, SwitchSettings>()

  const at = (key: string | symbol | null): SwitchSettings => (key === null ? {} : (settings.get(key) ?? {}))
  const merge = (below: SwitchSettings, above: SwitchSettings) => ({
    ...below,
    ...above,
    calls: { ...below.calls, ...above.calls },
    webhooks: { ...below.webhooks, ...above.webhooks },
  })

  return {
    set(added, reference) {
      const key = reference ?? EVERYTHING
      settings.set(key, merge(at(key), added))
    },
    of: (reference) => merge(at(EVERYTHING), at(reference)),
    takeFault(operation, reference) {
      for (const key of [reference, EVERYTHING]) {
        const calls = at(key).calls
        const fault = calls?.[operation]
        if (!calls || !fault) continue
        if (fault.times !== undefined) {
          calls[operation] = fault.times > 1 ? { ...fault, times: fault.times - 1 } : null
        }
        return fault
      }
      return null
    },
    reset: () => settings.clear(),
  }
}
