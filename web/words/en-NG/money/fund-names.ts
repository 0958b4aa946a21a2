/** The funds as staff read them: their names, with the spec's word for a gift without a fund, and what they do. */
import { donationTypeNames } from '../../../../contract/money/funds.ts'
import { typeName } from '../../type-name.ts'

export const CRITICAL = 'Critical requests of any kind, last'

export const fundNames = { ...donationTypeNames, general: 'General' }

export const takesGifts = (isOpen: boolean) => (isOpen ? 'Takes new gifts' : 'Closed: takes no new gifts')

/** @param codes of kinds of requests, and `critical` */
export function drawsInWords(codes: readonly string[]): string {
  const kinds = codes.filter((code) => code !== '' && code !== 'critical').map((code) => typeName(code))
  const named = codes.includes('critical') ? [...kinds, CRITICAL] : kinds
  return named.length === 0 ? 'No kind of request first' : named.join(', ')
}
