import { expect, test } from 'vitest'
import { donationTypeNames, QUICK_AMOUNTS_NAIRA } from '../../contract/funds.ts'
import { formatNaira } from '../../contract/money.ts'
import { giving } from './en-NG/giving.ts'
import { notFound } from './en-NG/not-found.ts'
import { givingToasts } from './en-NG/toasts.ts'

// Written out here a second time on purpose: these words are the spec's, and nobody improves them in passing.
test('the donate page speaks as the spec does', () => {
  expect(giving.title).toBe('Make a Difference Today')
  expect(giving.pay(formatNaira(1500))).toBe('Donate ₦1,500.00 Anonymously')
  expect(giving.processing).toBe('Processing...')
  expect(giving.impactTitle).toBe('Your Impact')
  expect(giving.storiesTitle).toBe('Impact Stories')
  expect(giving.thanksTitle).toBe('Thank You for Your Donation!')
  expect(giving.another).toBe('Make Another Donation')
  expect(giving.home).toBe('Return to Home')
  expect(QUICK_AMOUNTS_NAIRA).toEqual([1000, 10000, 50000, 100000, 1000000])
  expect(donationTypeNames).toEqual({
    general: 'General Fund',
    school: 'School Fees',
    emergency: 'Emergency Relief',
    shelter: 'Shelter Support',
    food: 'Food Program',
    medical: 'Medical Aid',
  })
})

test('the toasts of giving are those of the error catalogue', () => {
  expect(givingToasts.startFailed).toBe('Failed to initiate payment')
  expect(givingToasts.verifyFailed).toBe('Verification failed. Please contact support.')
  expect(givingToasts.verifyTrouble('no answer')).toBe('Error verifying payment: no answer')
  expect(givingToasts.canceled).toBe('Payment canceled')
  expect(givingToasts.canceledMore).toBe('Payment popup closed. Donation not completed')
})

test('the page for what is not there says so in the spec’s words', () => {
  expect(notFound.title).toBe('Oops! Page not found')
})
