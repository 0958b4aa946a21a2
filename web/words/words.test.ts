import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { donationTypeNames, QUICK_AMOUNTS_NAIRA } from '../../contract/money/funds.ts'
import { PHONE_SENTENCE } from '../../contract/record/profile-fields.ts'
import { formatNaira } from '../../contract/platform/money.ts'
import { administration, adminAuth } from './en-NG/office/administration.ts'
import { donors } from './en-NG/money/admin-reports.ts'
import { fundNames } from './en-NG/money/fund-names.ts'
import { applicationToasts } from './en-NG/aid/application-toasts.ts'
import { applications } from './en-NG/aid/applications.ts'
import { TOP_UP_QUICK_AMOUNTS_NAIRA } from '../../contract/money/wallet-amounts.ts'
import { giving } from './en-NG/money/giving.ts'
import { notFound } from './en-NG/common/not-found.ts'
import { beneficiaries, review } from './en-NG/aid/review.ts'
import { adminReportToasts } from './en-NG/money/admin-report-toasts.ts'
import { administrationToasts } from './en-NG/aid/admin-toasts.ts'
import { sessionToasts } from './en-NG/people/session-toasts.ts'
import { shell } from './en-NG/common/shell.ts'
import { signIn } from './en-NG/people/sign-in.ts'
import { givingToasts, walletToasts } from './en-NG/money/toasts.ts'
import { registrationToasts, signInToasts } from './en-NG/people/toasts.ts'
import { ourThanks } from '../../contract/platform/our-texts.ts'
import { wallet } from './en-NG/money/wallet.ts'

// Repeated here on purpose: these texts are the spec's and must not be edited.
test('the donate page speaks as the spec does', () => {
  expect(giving.title).toBe('Make a Difference Today')
  expect(giving.pay(formatNaira(1500))).toBe('Donate ₦1,500.00 Anonymously')
  expect(giving.processing).toBe('Processing...')
  expect(giving.impactTitle).toBe('Your Impact')
  expect(giving.storiesTitle).toBe('Impact Stories')
  expect(ourThanks.title).toBe('Thank You for Your Donation!')
  expect(giving.another).toBe('Make Another Donation')
  expect(giving.home).toBe('Return to Home')
  // The spec's five, and ₦2,000 and ₦5,000 beside them.
  expect(QUICK_AMOUNTS_NAIRA).toEqual([1000, 2000, 5000, 10000, 50000, 100000, 1000000])
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

test('the toasts of signing in, registering and signing out are those of the spec', () => {
  expect(signInToasts.failed).toBe('Error')
  expect(signInToasts.welcome).toBe('Welcome back!')
  expect(signInToasts.welcomeMore).toBe('You have been signed in successfully.')
  expect(sessionToasts.signedOut).toBe('Signed out')
  expect(sessionToasts.signOutFailed).toBe('Sign out failed')
  expect(registrationToasts.missing).toBe('Missing required fields')
  expect(registrationToasts.missingMore('Email, Password')).toBe('Please fill: Email, Password')
  expect(registrationToasts.mismatch).toBe('Password mismatch')
  expect(registrationToasts.mismatchMore).toBe('Passwords do not match')
  expect(registrationToasts.weak).toBe('Weak password')
  expect(registrationToasts.weakMore).toBe('Password must be at least 6 characters')
  expect(registrationToasts.failed).toBe('Registration failed')
  expect(registrationToasts.error).toBe('Error')
  expect(registrationToasts.noUser).toBe('Failed to create user account')
  expect(registrationToasts.phone).toBe('Invalid phone')
  expect(PHONE_SENTENCE).toBe('Enter a valid phone number.')
  expect(registrationToasts.uploadFailed).toBe('Upload failed')
  expect(registrationToasts.uploadFailedMore('bill.pdf')).toBe('Failed to upload bill.pdf')
  expect(registrationToasts.profileFailed).toBe('Profile creation failed')
  expect(registrationToasts.submissionFailed).toBe('Submission failed')
  expect(registrationToasts.submissionFailedMore).toBe('Could not submit application. Try again later.')
  expect(registrationToasts.unexpected).toBe('Unexpected error during submission.')
  expect(registrationToasts.complete).toBe('Registration complete')
  expect(registrationToasts.completeMore).toBe(
    'Your account has been created and application submitted. You can now login to view your status.',
  )
})

test('the beneficiary dashboard speaks as the spec does', () => {
  expect(applications.title).toBe('Beneficiary Dashboard')
  expect(applications.welcome('amina@mail.example')).toBe('Welcome, amina@mail.example')
  expect(applications.backHome).toBe('Back to Home')
  expect(applications.listTitle).toBe('Your Applications')
  expect(applications.none).toBe('No applications found. Submit your first aid request!')
  expect(applicationToasts.fetchFailed).toBe('Failed to fetch applications')
})

test('the wallet and its toasts speak as the spec does', () => {
  expect(wallet.title).toBe('My Wallet')
  expect(wallet.lead).toBe('Manage your funds and payment history')
  expect([wallet.balance, wallet.currency]).toEqual(['Available Balance', 'NGN'])
  expect([wallet.topUp, wallet.history, wallet.recent]).toEqual(['Top Up', 'History', 'Recent Transactions'])
  expect(wallet.none).toBe('No transactions yet')
  expect(wallet.unableToLoad).toBe('Unable to load wallet')
  expect([wallet.secure, wallet.cancel, wallet.payNow]).toEqual(['Secure payment via Paystack', 'Cancel', 'Pay Now'])
  expect(TOP_UP_QUICK_AMOUNTS_NAIRA).toEqual([1000, 2000, 5000, 10000, 20000, 50000])
  expect(walletToasts.initiated).toBe('Payment Initiated')
  expect(walletToasts.initiatedMore('ref-1')).toContain('ref-1')
  expect(walletToasts.paid).toBe('Payment Successful')
  expect(walletToasts.paidMore(formatNaira(1500))).toBe('₦1,500.00 has been added to your wallet')
  expect(walletToasts.startFailed).toBe('Failed to initiate payment')
  expect(walletToasts.canceled).toBe('Payment canceled')
  expect(walletToasts.verifyFailed).toBe('Verification failed. Please contact support.')
  expect(walletToasts.verifyTrouble('no answer')).toBe('Error verifying payment: no answer')
})

test('the administrators’ entry and their lists speak as the spec does', () => {
  expect(adminAuth.button).toBe('Admin Sign In')
  expect(administration.title).toBe('Admin Dashboard')
  expect(Object.values(administration.tabs)).toEqual([
    'Applications',
    'Beneficiaries',
    'Donors',
    'Messages',
    'Audit',
    'Books',
  ])
  expect(administrationToasts.granted).toBe('Admin access granted')
  expect(administrationToasts.failed).toBe('Error')
  expect(administrationToasts.noAccess).toBe('This account has no administrator access.')
  expect(administrationToasts.beneficiariesFailed).toBe('Failed to load beneficiaries')
  expect(administrationToasts.applicationsFailed).toBe('Failed to fetch applications')
  expect(administrationToasts.approved).toBe('Beneficiary approved successfully')
  expect(administrationToasts.unapproved).toBe('Beneficiary unapproved successfully')
  expect(administrationToasts.approvalFailed).toBe('Failed to update beneficiary status')
  expect(Object.values(beneficiaries.columns)).toEqual([
    'Name',
    'Contact',
    'Status',
    'Applications',
    'Joined',
    'Actions',
  ])
  const { noName, noPhone, noAddress, noAmount } = beneficiaries
  expect([noName, noPhone, noAddress, noAmount]).toEqual([
    'Not provided',
    'No phone',
    'No address',
    'Amount not specified',
  ])
  expect(beneficiaries.statuses).toEqual({ approved: 'Approved', pending: 'Pending' })
  expect(beneficiaries.approvedCount(2)).toBe('2 approved')
  expect(review.noAmount).toBe('Amount not specified')
})

test('the donors’ list speaks as the spec does', () => {
  expect([donors.totalDonations, donors.totalDonationsCaption]).toEqual(['Total Donations', 'Successful transactions'])
  expect([donors.totalAmount, donors.totalAmountCaption]).toEqual(['Total Amount', 'Total funds raised'])
  expect(Object.values(donors.columns)).toEqual(['Amount', 'Status', 'Email', 'Type', 'Anonymous', 'Date', 'Actions'])
  expect([donors.anonymous, donors.noEmail, donors.yes, donors.no]).toEqual(['Anonymous', 'No email', 'Yes', 'No'])
  expect([donors.noReference, donors.noMessage, fundNames.general]).toEqual(['N/A', 'No message', 'General'])
  expect(adminReportToasts.donationsFailed).toBe('Failed to load donations')
})

test('the header and the tabs are named as in the spec', () => {
  expect(shell.signIn).toBe('Sign In')
  expect(shell.getStarted).toBe('Get Started')
  expect(shell.signOut).toBe('Sign Out')
  expect(shell.wallet).toBe('Wallet')
  expect([signIn.tab, signIn.registerTab]).toEqual(['Sign In', 'Register'])
})

test('the page for what is not there says so in the spec’s words', () => {
  expect(notFound.title).toBe('Oops! Page not found')
})

test('each sign of the words is in one of our fonts', () => {
  const css = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8')
  const ranges = [...css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ])
  const files = import.meta.glob<string>('./en-NG/**/*.ts', { query: '?raw', import: 'default', eager: true })
  const lacking = Object.entries(files).flatMap(([file, text]) =>
    Array.from(text.replaceAll(/\/\*.*?\*\/|\s\/\/[^\n]*/gs, '')).flatMap((sign) => {
      const code = sign.codePointAt(0) ?? 0
      const isDrawn = code < 0x20 || ranges.some(([from = 0, to = 0]) => code >= from && code <= to)
      return isDrawn ? [] : `${file}: ${sign}`
    }),
  )
  expect(ranges.length).toBeGreaterThan(10)
  expect(lacking).toEqual([])
})
