/** The name of a fund for staff: the spec's word for a gift without one, unless the fund was renamed. */
import { DONATION_TYPE_DEFAULT, donationTypeNames, type DonationType } from '../../../contract/money/funds.ts'
import { useFundNames } from '../../lib/funds.ts'
import { fundNames } from '#words/money/fund-names.ts'

export function useStaffFundNames(): (fund: DonationType) => string {
  const nameOf = useFundNames()
  return (fund) => {
    const name = nameOf(fund)
    return fund === DONATION_TYPE_DEFAULT && name === donationTypeNames.general ? fundNames.general : name
  }
}
