/** Payments in review that can be credited. The whole decision is in administration/payment-decisions.test.ts. */
import { expect, test } from 'vitest'
import { AMOUNT_KOBO_MAX, AMOUNT_KOBO_MIN } from '../../../contract/platform/money.ts'
import { refusalToSettle } from './review.ts'

const attempt = { status: 'needs_review', amountPaid: 1000n, amountRefunded: 0n, amountChargedBack: 0n } as const
const refused = expect.any(String)

test.each([
  [{}, 'needs_review', null],
  [{ amountPaid: null }, 'needs_review', refused],
  [{}, 'paid', refused],
  [{}, 'reversed', refused],
  [{ amountRefunded: 1n }, 'needs_review', refused],
  [{ amountChargedBack: 1n }, 'needs_review', refused],
  [{ amountPaid: AMOUNT_KOBO_MIN }, 'needs_review', null],
  [{ amountPaid: AMOUNT_KOBO_MIN - 1n }, 'needs_review', refused],
  [{ amountPaid: AMOUNT_KOBO_MAX }, 'needs_review', null],
  [{ amountPaid: AMOUNT_KOBO_MAX + 1n }, 'needs_review', refused],
] as const)('a payment %o of an intent that is %s: %s', (changed, status, expected) => {
  expect(refusalToSettle({ ...attempt, ...changed }, { purpose: 'donation', status })).toEqual(expected)
})
