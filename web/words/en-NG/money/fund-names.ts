/** The fund names as staff read them: with the spec's word for a gift without a fund. */
import { donationTypeNames } from '../../../../contract/money/funds.ts'

export const fundNames = { ...donationTypeNames, general: 'General' }
