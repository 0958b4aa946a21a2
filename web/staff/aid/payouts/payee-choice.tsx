/** Choice of the account for a payment: the one that the applicant named, or a vendor's that two people confirmed. */
import type { CallReply } from '../../../api/client.ts'
import { Field } from '../../../ui/field.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { payees } from '#words/aid/admin-payees.ts'
import { payments as words } from '#words/aid/admin-payouts.ts'
import { useEndpoint } from '../../desk/queries.ts'

interface PayeeChoiceProps {
  kind: 'bank' | 'manual_bank'
  /** The vendor that the applicant asks us to pay; null for none. */
  wished: string | null
}

export function PayeeChoice({ kind, wished }: PayeeChoiceProps) {
  const loaded = useEndpoint('GET /api/admin/payees', {})
  return (
    <LoadedPart loaded={loaded} failed={payees.notLoaded} skeleton={<Skeleton className="block h-20" />}>
      {({ items }) => (
        <Field label={words.toAccount}>
          {(control) => (
            <Select {...control} name="payee" defaultValue={isUsable(items, wished) ? (wished ?? '') : ''}>
              <option value="">{kind === 'bank' ? words.ownAccount : words.noAccount}</option>
              {items
                .filter(mayReceive)
                .map(({ id, name, account_name: account, bank_name: bank, account_ending: ending }) => (
                  <option key={id} value={id}>
                    {words.account(name, account, bank, ending)}
                  </option>
                ))}
            </Select>
          )}
        </Field>
      )}
    </LoadedPart>
  )
}

type Payees = CallReply<'GET /api/admin/payees'>['items']

const mayReceive = ({ application_id: request, needs_check: waits }: Payees[number]) => request === null && !waits

const isUsable = (items: Payees, id: string | null) => items.some((payee) => payee.id === id && mayReceive(payee))
