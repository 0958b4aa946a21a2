/**
 * State of the donate page, as a plain state machine: no effects, no time, no network. `giving.ts` runs the effects.
 *
 *            pay_pressed           started          popup_ended            answered: pending
 *   idle ──────────────▶ starting ─────────▶ paying ────────────▶ verifying ───────────────▶ checking
 *    ▲                      │ start_failed                             │ any other answer        │ another
 *    └──────────────────────┴──────────────────────────────────────────┴────────────────────────┘
 *
 * A gift from the wallet is `given` at once: from `starting` back to `idle`, and paid. One that failed waits in `failed`, where the
 * next may start. From `checking` the donor asks for another first; the earlier one is then watched in the background. A success, in
 * front or in the background, puts the gift on the list to say thanks for.
 */
import type { FieldError } from '../../../contract/platform/errors.ts'
import type { Gift, PaymentStatus } from './gift.ts'

export type Step =
  | { readonly at: 'idle' }
  | { readonly at: 'starting' }
  | { readonly at: 'paying'; readonly gift: Gift }
  | { readonly at: 'verifying'; readonly gift: Gift }
  | { readonly at: 'checking'; readonly gift: Gift }
  | { readonly at: 'failed'; readonly gift: Gift }

export interface Giving {
  readonly step: Step
  /** Paid, and not thanked for yet: the oldest first. */
  readonly paid: readonly Gift[]
  /** Errors of the server for single fields, from the last press. */
  readonly fields: readonly FieldError[]
}

export type GivingEvent =
  | { readonly type: 'pay_pressed' }
  | { readonly type: 'start_failed'; readonly fields: readonly FieldError[] }
  | { readonly type: 'started'; readonly gift: Gift }
  /** Paid already: from the wallet, or before a reload. */
  | { readonly type: 'given'; readonly gift: Gift }
  | { readonly type: 'popup_ended' }
  | { readonly type: 'resumed'; readonly gift: Gift }
  | { readonly type: 'answered'; readonly gift: Gift; readonly status: PaymentStatus }
  /** The server does not know this gift, such as after a reset of a sandbox. */
  | { readonly type: 'unknown'; readonly gift: Gift }
  | { readonly type: 'thanked'; readonly gift: Gift }
  /** The donor wants to give again while a payment is checked. */
  | { readonly type: 'another' }

const IDLE: Step = { at: 'idle' }

export const GIVING_START: Giving = { step: IDLE, paid: [], fields: [] }

/** True while a press on Pay would start a gift. Anything else ignores it, so a double press gives once. */
export function mayPay({ step }: Giving): boolean {
  return step.at === 'idle' || step.at === 'failed'
}

/** True when this gift is the one that the page is about, not one watched in the background. */
export function isInFront({ step }: Giving, gift: Gift): boolean {
  return 'gift' in step && step.gift.reference === gift.reference
}

/** @returns the next state; the same one when the event means nothing in it */
export function next(giving: Giving, event: GivingEvent): Giving {
  const { step } = giving
  switch (event.type) {
    case 'pay_pressed':
      return mayPay(giving) ? { ...giving, step: { at: 'starting' }, fields: [] } : giving
    case 'start_failed':
      return step.at === 'starting' ? { ...giving, step: IDLE, fields: event.fields } : giving
    case 'started':
      return step.at === 'starting' ? { ...giving, step: { at: 'paying', gift: event.gift } } : giving
    case 'given':
      return { ...giving, paid: [...giving.paid, event.gift], step: step.at === 'starting' ? IDLE : step }
    case 'popup_ended':
      return step.at === 'paying' ? { ...giving, step: { at: 'verifying', gift: step.gift } } : giving
    case 'resumed':
      return step.at === 'idle' ? { ...giving, step: { at: 'verifying', gift: event.gift } } : giving
    case 'answered':
      return answered(giving, event.gift, event.status)
    case 'unknown':
      return isInFront(giving, event.gift) ? { ...giving, step: IDLE } : giving
    case 'thanked':
      return { ...giving, paid: giving.paid.filter(({ reference }) => reference !== event.gift.reference) }
    case 'another':
      return step.at === 'checking' ? { ...giving, step: IDLE } : giving
  }
}

function answered(giving: Giving, gift: Gift, status: PaymentStatus): Giving {
  const paid = status === 'success' ? [...giving.paid, gift] : giving.paid
  if (!isInFront(giving, gift)) return { ...giving, paid }
  return { ...giving, paid, step: stepAfter(gift, status) }
}

function stepAfter(gift: Gift, status: PaymentStatus): Step {
  switch (status) {
    case 'pending':
      return { at: 'checking', gift }
    case 'failed':
    case 'needs_review':
      return { at: 'failed', gift }
    case 'success':
    case 'abandoned':
    case 'reversed':
      return IDLE
  }
}
