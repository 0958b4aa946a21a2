/** Choice of the account for a payment: the one that the applicant wishes, there at once, or a vendor's that two people confirmed. */
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { SelectField } from '../../../ui/select.tsx'
import { payees } from '#words/aid/admin-payees.ts'
import { payments as words, payouts } from '#words/aid/admin-payouts.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'

interface PayeeChoiceProps {
  kind: 'bank' | 'manual_bank'
  receiving: AwardJson['receiving']
}

export function PayeeChoice({ kind, receiving: { payee: wished } }: PayeeChoiceProps) {
  const { view } = useEndpoint('GET /api/admin/payees', {}, { onProblem: useFailureToast(payees.notLoaded) })
  const vendors = (view.is === 'there' ? view.value.items : []).filter(
    ({ id, application_id: request, needs_check: waits }) => request === null && !waits && id !== wished?.id,
  )
  return (
    <SelectField
      label={words.toAccount}
      name="payee"
      options={[
        // Named by its id, an account that changed meanwhile is refused.
        ...(wished?.usable ? [[wished.id, nameOf(wished)] as const] : []),
        ...(kind === 'manual_bank' || !wished?.usable
          ? [['', kind === 'bank' ? words.ownAccount : words.noAccount] as const]
          : []),
        ...vendors.map((vendor) => [vendor.id, nameOf(vendor)] as const),
      ]}
    />
  )
}

interface Named {
  readonly name: string
  readonly account_name: string
  readonly bank_name: string
  readonly account_ending: string
}

const nameOf = ({ name, account_name: account, bank_name: bank, account_ending: ending }: Named) =>
  name === '' ? payouts.account(account, bank, ending) : words.account(name, account, bank, ending)
