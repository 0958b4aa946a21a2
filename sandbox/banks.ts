/** Nigerian banks, as many as tests and the sandbox's forms need, and the names on accounts that do not exist. */
import { SANDBOX_ACCOUNT_NAMES } from '../contract/money/sandbox-accounts.ts'

interface Bank {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly code: string
  /** False: it can receive nothing. */
  readonly supportsTransfer?: false
}

export const banks: readonly Bank[] = [
  { id: 1, name: 'Access Bank', slug: 'access-bank', code: '044' },
  { id: 4, name: 'Ecobank Nigeria', slug: 'ecobank-nigeria', code: '050' },
  { id: 6, name: 'Fidelity Bank', slug: 'fidelity-bank', code: '070' },
  { id: 7, name: 'First Bank of Nigeria', slug: 'first-bank-of-nigeria', code: '011' },
  { id: 8, name: 'First City Monument Bank', slug: 'first-city-monument-bank', code: '214' },
  { id: 9, name: 'Guaranty Trust Bank', slug: 'guaranty-trust-bank', code: '058' },
  { id: 67, name: 'Kuda Bank', slug: 'kuda-bank', code: '50211' },
  { id: 174, name: 'Moniepoint MFB', slug: 'moniepoint-mfb-ng', code: '50515' },
  { id: 171, name: 'OPay Digital Services Limited (OPay)', slug: 'paycom', code: '999992' },
  { id: 169, name: 'PalmPay', slug: 'palmpay', code: '999991' },
  { id: 13, name: 'Polaris Bank', slug: 'polaris-bank', code: '076', supportsTransfer: false },
  { id: 16, name: 'Stanbic IBTC Bank', slug: 'stanbic-ibtc-bank', code: '221' },
  { id: 18, name: 'Union Bank of Nigeria', slug: 'union-bank-of-nigeria', code: '032' },
  { id: 19, name: 'United Bank For Africa', slug: 'united-bank-for-africa', code: '033' },
  { id: 20, name: 'Wema Bank', slug: 'wema-bank', code: '035' },
  { id: 21, name: 'Zenith Bank', slug: 'zenith-bank', code: '057' },
]

/** Resolves without limit, but is in no list and can receive nothing. */
export const TEST_BANK_CODE = '001'

/** Accounts that behave in one way, at every bank. */
export const SPECIAL_ACCOUNTS = {
  notFound: '9999999999',
  /** A bank that takes long and then does not answer. */
  bankSilent: '9999999991',
  somebodyElse: '9999999992',
  /** It still has a name, but receives nothing. */
  closed: '9999999993',
  watchList: '9999999994',
  /** A success is reversed a day later: the account was full. */
  full: '9999999995',
  /** A transfer to it waits for its OTP, as all do with the switch `otp`. */
  otp: '9999999985',
} as const

/** The name on an account, or null when it does not exist or its bank does not answer. */
export function accountNameOf(accountNumber: string, bankCode: string): string | null {
  if (!/^\d{10}$/.test(accountNumber)) return null
  if (accountNumber === SPECIAL_ACCOUNTS.notFound || accountNumber === SPECIAL_ACCOUNTS.bankSilent) return null
  if (bankCode === TEST_BANK_CODE) return `TEST ACCOUNT ${accountNumber.slice(-4)}`
  if (!banks.some((bank) => bank.code === bankCode)) return null
  if (accountNumber === SPECIAL_ACCOUNTS.somebodyElse) return 'ZUBAIRU LADI PETER'
  return SANDBOX_ACCOUNT_NAMES[Number(accountNumber.slice(-1))] ?? null
}
