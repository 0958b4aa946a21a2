/** The list of gifts: the query in its address, and placeholders for missing values (section 2 of the spec). */
import type { AdminDonationJson } from '../../../contract/office/admin-reports.ts'
import { ROW_KEY } from '../../../contract/platform/named-row-limits.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { donors as words } from '#words/money/admin-reports.ts'
import { choice, PERIOD, type ListFilter } from '../desk/lists/list-toolbar.tsx'
import { searchOf } from '../desk/lists/period.ts'

export type DonationStatus = AdminDonationJson['status']

const TONES: Readonly<Record<DonationStatus, BadgeTone>> = {
  success: 'good',
  pending: 'waiting',
  failed: 'bad',
  reversed: 'plain',
}
/** A status of a later version is shown as it came: section 2 of the spec. */
export function showStatus(status: string): { text: string; tone: BadgeTone } {
  const known = STATUSES.find((each) => each === status)
  return known ? { text: words.statuses[known], tone: TONES[known] } : { text: status, tone: 'plain' }
}

const STATUSES: readonly DonationStatus[] = ['success', 'pending', 'failed', 'reversed']

/** @param funds what each fund is called, by its key */
export const filtersOf = (funds: Readonly<Record<string, string>>): readonly ListFilter[] => [
  choice('status', words.columns.status, words.statuses),
  choice('donation_type', words.columns.type, funds),
  ...PERIOD,
]

/** Values that cannot be read are left out. */
export function queryOf(address: string) {
  const given = new URLSearchParams(address)
  const status = STATUSES.find((known) => known === given.get('status'))
  const type = given.get('donation_type') ?? ''
  return {
    ...(status && { status }),
    ...(ROW_KEY.test(type) && { donation_type: type }),
    ...searchOf(given),
  }
}

/** An anonymous gift has no donor's address, whichever one the provider was given. */
export function emailOf({ customer_email: email, is_anonymous: isAnonymous }: AdminDonationJson): string {
  if (isAnonymous) return words.anonymous
  return email === null || email === '' ? words.noEmail : email
}
