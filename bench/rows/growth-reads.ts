/** The reads compared among few and among many rows: every list, its filters, and searches that find one row or all. */
import { receiptCodeOf } from '../generate/money.ts'
import { READER } from '../generate/people.ts'
import type { Reader } from '../served-world.ts'

export interface Read {
  readonly what: string
  readonly address: string
  readonly by: Reader
  /** How many times longer it may take among many rows; null without a goal. */
  readonly most: number | null
}

const of =
  (by: Reader, most: number | null) =>
  (address: string, what: string): Read => ({ what: `GET ${address.split('?')[0]}, ${what}`, address, by, most })
const open = of('anyone', 1.2)
const own = of('person', 1.2)
/** Sums over all rows, for the one page that shows them. */
const sums = of('administrator', null)
const list = (name: string, ...filters: readonly [query: string, what: string][]): Read[] =>
  [['', 'the first page'] as const, ...filters].map(([query, what]) =>
    of('administrator', 1.5)(`/api/admin/${name}${query && `?${query}`}`, what),
  )

/** @param before a time with a full page of older rows, both among few rows and among many */
export function growthReads(before: string): Read[] {
  return [
    open('/api/stats', 'all gifts'),
    open(`/api/receipts/${receiptCodeOf(501)}`, 'one gift'),
    own('/api/profile', 'one person'),
    own('/api/applications', "a person's 10"),
    own('/api/wallet', "a person's"),
    own('/api/wallet/transactions', "a person's 10"),
    own('/api/wallet/transactions?status=completed', "a person's 10, one status"),
    own(`/api/wallet/statement?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`, "a person's 10"),
    sums('/api/admin/overview', 'the gifts of 30 days'),
    sums('/api/admin/books', 'every balance'),
    ...list(
      'donations',
      [`to=${before}`, 'a later page'],
      ['status=failed', 'one status'],
      ['donation_type=food', 'one fund'],
      ['donation_type=food&status=success', 'one fund and status'],
      ['search=gift-5a', 'a search that finds some'],
      ['search=gift', 'a search that finds all'],
      ['donation_type=medical&search=gift-5a', 'a search in one fund'],
    ),
    ...list(
      'beneficiaries',
      ['status=approved', 'one status'],
      ['sort=oldest', 'the oldest first'],
      [`search=${READER}`, 'a search that finds one'],
      ['search=Ngozi', 'a search that finds one in ten'],
      ['search=generated', 'a search that finds all'],
      ['search=generated&status=approved', 'a search that finds all, of one status'],
    ),
    ...list(
      'applications',
      [`to=${before}`, 'a later page'],
      ['status=approved', 'one status'],
      ['type=food', 'one type'],
      ['urgency=high', 'one urgency'],
      ['type=food&urgency=high', 'one type and urgency'],
      ['status=approved&type=food&urgency=high', 'one status, type and urgency'],
      ['sort=amount', 'the largest first'],
      ['sort=oldest&status=pending', 'the oldest pending'],
      ['view=next', 'the queue'],
      ['view=late', 'those that are late'],
      ['view=waiting', 'those waiting for the applicant'],
      [`search=${READER}`, 'a search that finds one person'],
      ['search=Ngozi', 'a search that finds one in ten'],
      ['search=generated', 'a search that finds all'],
      ['search=generated&status=pending', 'a search that finds all, of one status'],
    ),
    ...list(
      'wallet-transactions',
      ['status=completed', 'one status'],
      ['type=credit', 'one type'],
      ['search=ref-5a', 'a search that finds some'],
      ['search=ref', 'a search that finds all'],
    ),
    ...list(
      'contact-messages',
      ['state=new', 'one state'],
      ['search=ade+5a', 'a search that finds some'],
      ['search=bola', 'a search that finds all'],
    ),
    ...list(
      'audit-events',
      ['action=application.read', 'one action'],
      ['subject=application', 'one subject'],
      ['action=application.read&subject=application', 'one action and subject'],
      ['actor=operator', 'one actor'],
    ),
  ]
}
