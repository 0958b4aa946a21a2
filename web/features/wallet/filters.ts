/** The filters of the history. They are in the address, so that they can be bookmarked, shared and returned to. */
import { WALLET_TRANSACTION_STATUSES, type WalletTransactionStatus } from '../../../contract/money/wallet-amounts.ts'
import type { CallRequest } from '../../api/client.ts'
import { dayIn, endOf, startOf, type Day } from '../../lib/days.ts'

export interface Filters {
  readonly status?: WalletTransactionStatus
  /** The first and the last day, both included. */
  readonly from?: Day
  readonly to?: Day
  /** Part of the reference. */
  readonly search?: string
}

type Query = CallRequest<'GET /api/wallet/transactions'>['query']

const SEARCH_CHARACTERS_MAX = 50

/** Values that cannot be read are left out. */
export function filtersOf(given: { get(name: string): unknown }): Filters {
  const status = WALLET_TRANSACTION_STATUSES.find((known) => known === given.get('status'))
  const from = dayIn(given.get('from'))
  const to = dayIn(given.get('to'))
  const text = given.get('search')
  const search = typeof text === 'string' ? text.trim().slice(0, SEARCH_CHARACTERS_MAX) : ''
  return {
    ...(status && { status }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(search !== '' && { search }),
  }
}

export function isBackwards({ from, to }: Pick<Filters, 'from' | 'to'>): boolean {
  return from !== undefined && to !== undefined && to < from
}

export function queryOf({ status, from, to, search }: Filters): Query {
  return {
    ...(status && { status }),
    ...(from !== undefined && { from: startOf(from) }),
    ...(to !== undefined && { to: endOf(to) }),
    ...(search !== undefined && { search }),
  }
}

export function historyAddress(filters: Filters): string {
  const search = new URLSearchParams({ ...filters }).toString()
  return search === '' ? '/wallet/history' : `/wallet/history?${search}`
}

export function statementAddress(period: { from: Day; to: Day }): string {
  return `/wallet/history?${new URLSearchParams({ view: 'statement', ...period })}`
}
