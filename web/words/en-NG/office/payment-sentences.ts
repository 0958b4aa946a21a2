/** A sentence for each act on the money of a request. Timelines name acts by them, and the audit has more (audit-sentences.ts). */
import type { PAYMENT_ACTS } from '../../../../contract/platform/admin-fields.ts'

/** The act of a person, after their name. In braces: its object, where the event names none. */
export const PAYMENT_SENTENCES: Readonly<Record<(typeof PAYMENT_ACTS)[number], string>> = {
  'award.proposed': 'proposed to award {an amount}',
  'award.granted': 'granted {an award}',
  'award.withdrawn': 'withdrew the proposed award of {an amount}',
  'award.cancelled': 'cancelled {an award}',
  'disbursement.proposed': 'proposed to pay out {an amount}',
  'disbursement.released': 'released {a payout}',
  'disbursement.withdrawn': 'withdrew the proposed payout of {an amount}',
  'disbursement.cancelled': 'cancelled {a payout}',
  'disbursement.slip_read': 'opened the slip of {a payout}',
  'disbursement.handed_over': 'recorded that {a payout} was handed over',
  'disbursement.returned': 'recorded a return of {a payout}',
  'disbursement.lost': 'confirmed that {a payout} is lost',
}

const OBJECT = /\{(.*)\}/

/** The words before and after the object, and the object where the event names none. */
export function partsOf(sentence: string): {
  readonly before: string
  readonly object: string
  readonly after: string
} {
  const [before = '', object = '', after = ''] = sentence.split(OBJECT)
  return { before, object, after }
}

/** `Released a payout`: the action alone, for choices and timelines. */
export function nameOf(sentence: string): string {
  const { before, object, after } = partsOf(sentence)
  return before.charAt(0).toUpperCase() + before.slice(1) + object + after
}
