/**
 * The failure switches (docs/protocols/paystack.md section 8.6): how this provider fails, for every call or for one
 * reference. They live in the process's memory, because only tests set them.
 */
import { z } from 'zod'
import { QUEUE_OUTCOMES, REFUND_OUTCOMES } from './schema.ts'

const OPERATIONS = [
  'initialize',
  'verify',
  'transaction',
  'list',
  'refund',
  'refunds',
  'disputes',
  'transfer',
  'transferVerify',
  'transfers',
  'banks',
  'resolve',
  'recipient',
  'finalize_transfer',
  'settlements',
  'balance',
] as const
export type Operation = (typeof OPERATIONS)[number]

const CallFault = z.strictObject({
  /**
   * `no_answer`: the connection stays open and silent. `closed`: it is cut. `error_500`, `rate_limited` (429), `garbage`
   * (200 with half a JSON document), `html` (502 page), `slow`. `refused`: 400 with a reason. `feature_unavailable`: 403, the
   * account does not have the feature.
   */
  fault: z.enum([
    'no_answer',
    'closed',
    'error_500',
    'rate_limited',
    'garbage',
    'html',
    'slow',
    'refused',
    'feature_unavailable',
  ]),
  /** Carry out the call first, so that only the answer is lost, or late. */
  after: z.boolean().default(false),
  /** The number of calls; without it, until it is set to null. */
  times: z.int().positive().optional(),
  /** For `slow`. */
  milliseconds: z.int().positive().default(3000),
  /** For `rate_limited`. */
  retryAfterSeconds: z.int().positive().default(10),
})
export type CallFault = z.output<typeof CallFault>

export const WebhookSwitches = z
  .strictObject({
    /** Created, and not sent automatically. `POST /control/deliver` still can. */
    drop: z.boolean(),
    /** The same as `drop`, for webhooks that the test releases later, in its own order. */
    hold: z.boolean(),
    /** The number of copies, sent one after the other … */
    copies: z.int().positive(),
    /** … or all at the same time. */
    concurrent: z.boolean(),
    /** Sent this much later, by the clock. */
    delaySeconds: z.int().positive().nullable(),
    /** `reserialised`: signed as written, then sent with other white space, as a careless proxy would. */
    signature: z.enum(['right', 'wrong', 'missing', 'reserialised']),
    /** `spaced`: rightly signed, but not as JSON.stringify would write it. */
    format: z.enum(['compact', 'spaced']),
    /** Whether the first webhook arrives before the payer's answer, or after it. */
    timing: z.enum(['before', 'after', 'either']),
  })
  .partial()
export type WebhookSwitches = z.output<typeof WebhookSwitches>

/** How transfers out behave (docs/protocols/paystack-transfers.md). */
const TransferSwitches = z
  .strictObject({
    /** `live`: pending first. `test`: success in the first answer, as with a test key. */
    profile: z.enum(['live', 'test']),
    otp: z.boolean(),
    outcome: z.enum(QUEUE_OUTCOMES),
    /** A success is reversed so many days later. */
    reversedAfterDays: z.int().positive(),
    /** How a used reference is answered: refused with 400 or 404, or with the first transfer. */
    duplicate: z.union([z.literal(400), z.literal(404), z.literal('replay')]),
    /** Recipient and balance are checked before the reference: a repeat can be refused for either. */
    referenceLast: z.boolean(),
    /** Another person's transfer under our reference: this amount in kobo, or this recipient. */
    amount: z.int().positive(),
    recipient: z.string(),
    minimum: z.int().nonnegative(),
    maximum: z.int().positive(),
    /** The stamp duty in kobo, added to the fee. */
    duty: z.int().nonnegative(),
    /** The fee stays with the provider when the transfer is not paid. */
    feeKept: z.boolean(),
    /** Webhooks say that the fee is 0. */
    webhookFeeZero: z.boolean(),
    /** How long verify does not find a new transfer. */
    validatingMilliseconds: z.int().nonnegative(),
    /** How often our approval is asked for; 0 blocks the transfer. */
    approvalCalls: z.int().nonnegative(),
    approvalSigned: z.enum(['no', 'right', 'wrong']),
    /** Our approval is asked for only this much later, by the clock. */
    approvalDelaySeconds: z.int().positive(),
  })
  .partial()

export const SwitchSettings = z
  .strictObject({
    calls: z.partialRecord(z.enum(OPERATIONS), CallFault.nullable()),
    webhooks: WebhookSwitches,
    unknownReferenceStatus: z.union([z.literal(400), z.literal(404)]),
    /** The amount collected in kobo, where it differs from the amount requested. */
    amountPaid: z.int().positive().nullable(),
    /** The amount requested and collected in kobo, as if a stranger had started the transaction. */
    amountRequested: z.int().positive().nullable(),
    currency: z.string().length(3).nullable(),
    domain: z.enum(['test', 'live']).nullable(),
    customerBearsFees: z.boolean(),
    refundOutcome: z.enum(REFUND_OUTCOMES).nullable(),
    /** A lost dispute also makes a row in the list of refunds. */
    disputeMakesRefund: z.boolean(),
    /** The provider does not know its fee yet. */
    feesUnknown: z.boolean(),
    /**
     * Fields of a row in a list that the provider writes differently, as `{reference: null}`: of a transaction
     * or transfer by its reference, of a settlement, refund, dispute or line of the balance by its kind and id, as `settlement-<id>`.
     */
    listedAs: z.record(z.string(), z.unknown()),
    /** The payment is left out of every settlement. */
    unsettled: z.boolean(),
    /** `cursor`: lists do not say how many pages they have. `zero`: they say that they have none. */
    listMeta: z.enum(['offset', 'cursor', 'zero']),
    /** The session timed out: the checkout will not open. */
    expiredAccessCode: z.boolean(),
    /** The name on every account from now on; null where the bank finds none, as of one that was closed. */
    resolvedName: z.string().nullable(),
    starterBusiness: z.boolean(),
    payoutsOnHold: z.boolean(),
    /** A test key: so many accounts of real banks are resolved on a day, and how the next one is refused. */
    resolvesADay: z.strictObject({ max: z.int().nonnegative(), status: z.union([z.literal(400), z.literal(429)]) }),
    transfers: TransferSwitches,
  })
  .partial()
export type SwitchSettings = z.output<typeof SwitchSettings>

export interface Switches {
  /** Adds settings, for every call or for one reference. */
  set(settings: SwitchSettings, reference?: string): void
  /** The settings for a reference: its own before the general ones. */
  of(reference: string | null): SwitchSettings & {
    readonly webhooks: WebhookSwitches
    readonly transfers: z.output<typeof TransferSwitches>
  }
  /** The fault of this call, which is counted. */
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
    transfers: { ...below.transfers, ...above.transfers },
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
