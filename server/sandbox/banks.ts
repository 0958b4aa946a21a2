/** Nigerian banks, as many as tests and the sandbox's forms need, and the names on accounts that do not exist. */
import { digitsOf } from './codes.ts'

interface Bank {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly code: string
}

export const banks: readonly Bank[] = [
  { id: 1, name: 'Access Bank', slug: 'access-bank', code: '044' },
  { id: 7, name: 'First Bank of Nigeria', slug: 'first-bank-of-nigeria', code: '011' },
  { id: 9, name: 'Guaranty Trust Bank', slug: 'guaranty-trust-bank', code: '058' },
  { id: 67, name: 'Kuda Bank', slug: 'kuda-bank', code: '50211' },
  { id: 171, name: 'OPay Digital Services Limited (OPay)', slug: 'paycom', code: '999992' },
  { id: 16, name: 'Stanbic IBTC Bank', slug: 'stanbic-ibtc-bank', code: '221' },
  { id: 18, name: 'Union Bank of Nigeria', slug: 'union-bank-of-nigeria', code: '032' },
  { id: 19, name: 'United Bank For Africa', slug: 'united-bank-for-africa', code: '033' },
  { id: 20, name: 'Wema Bank', slug: 'wema-bank', code: '035' },
  { id: 21, name: 'Zenith Bank', slug: 'zenith-bank', code: '057' },
]

/** Resolves without limit, but is in no list and can receive nothing. */
export const TEST_BANK_CODE = '001'

const NAMES = ['ADAEZE OKONKWO', 'BALA MUSA', 'CHIDI EZE', 'FATIMA ABUBAKAR', 'TUNDE ADEYEMI'] as const

/** The name on an account, or null when it does not exist. An account of ten nines never exists. */
export function accountNameOf(accountNumber: string, bankCode: string): string | null {
  if (!/^\d{10}$/.test(accountNumber) || accountNumber === '9999999999') return null
  if (bankCode === TEST_BANK_CODE) return `TEST ACCOUNT ${accountNumber.slice(-4)}`
  if (!banks.some((bank) => bank.code === bankCode)) return null
  return NAMES[Number(digitsOf(accountNumber, 1)) % NAMES.length] ?? null
}
