/** Which account a payment goes to: the one that the applicant named, or a vendor's that two people confirmed. */
import { call } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Field } from '../../../ui/field.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { payees } from '#words/admin-payees.ts'
import { payments as words } from '#words/admin-payouts.ts'
import { useAdministration } from '../administration.ts'

export function PayeeChoice({ kind }: { kind: 'bank' | 'manual_bank' }) {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => call('GET /api/admin/payees', { bearer, signal }))
  return (
    <LoadedPart loaded={loaded} failed={payees.notLoaded} skeleton={<Skeleton className="block h-20" />}>
      {({ items }) => (
        <Field label={words.toAccount}>
          {(control) => (
            <Select {...control} name="payee" defaultValue="">
              <option value="">{kind === 'bank' ? words.ownAccount : words.noAccount}</option>
              {items
                .filter((payee) => payee.kind !== 'applicant' && !payee.needs_check)
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
