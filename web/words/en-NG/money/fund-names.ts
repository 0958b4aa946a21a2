/** The funds as staff read them: their names, with the spec's word for a gift without a fund, and what they do. */
import { APPLICATION_TYPES } from '../../../../contract/aid/application-fields.ts'
import { donationTypeNames } from '../../../../contract/money/funds.ts'
import { applications } from '../aid/applications.ts'

export const CRITICAL = 'Critical requests of any kind, last'

export const fundNames = { ...donationTypeNames, general: 'General' }

export const takesGifts = (isOpen: boolean) => (isOpen ? 'Takes new gifts' : 'Closed: takes no new gifts')

/** @param codes of kinds of requests, and `critical` */
export function drawsInWords(codes: readonly string[]): string {
  const kinds = APPLICATION_TYPES.filter((type) => codes.includes(type)).map((type) => applications.types[type])
  const named = codes.includes('critical') ? [...kinds, CRITICAL] : kinds
  return named.length === 0 ? 'No kind of request first' : named.join(', ')
}
