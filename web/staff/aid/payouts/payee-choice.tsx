/** Choice of the account for a payment: the one that the applicant wishes, there at once, or a vendor's that two people confirmed. */
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
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
    <Field label={words.toAccount}>
      {(control) => (
        <Select {...control} name="payee">
          {wished?.usable && <option value={wished.id}>{nameOf(wished)}</option>}
          {/* Named by its id, an account that changed meanwhile is refused. */}
          {(kind === 'manual_bank' || !wished?.usable) && (
            <option value="">{kind === 'bank' ? words.ownAccount : words.noAccount}</option>
          )}
          {vendors.map((vendor) => (
            <option key={vendor.id} value={vendor.id}>
              {nameOf(vendor)}
            </option>
          ))}
        </Select>
      )}
    </Field>
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
