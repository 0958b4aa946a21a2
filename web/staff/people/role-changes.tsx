/** Role changes that wait for a second administrator, and the button to propose one. */
import { useState } from 'react'
import type { RoleChangeJson } from '../../../contract/office/role-changes.ts'
import type { StaffRole } from '../../../contract/platform/staff-roles.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { roleChanges as words } from '#words/money/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { useAdministration } from '../desk/administration.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { May } from '../desk/may.tsx'
import { Decision } from '../desk/parts/decision.tsx'
import { nameRoles } from './role-names.ts'
import { ChangeRolesDialog } from './change-roles-dialog.tsx'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useFailureToast } from '../desk/parts/use-failure-toast.ts'

/** @param onChanged called after a decision: the roles in the list may be others */
export function RoleChanges({ onChanged }: { onChanged: () => void }) {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => call('GET /api/admin/role-changes', { bearer, signal }), {
    onProblem: useFailureToast(toasts.rolesFailed),
  })
  const [proposing, setProposing] = useState(false)
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{words.hint}</p>
      <LoadedPart
        loaded={loaded}
        failed={toasts.rolesFailed}
        skeleton={<Skeleton className="mt-4 block h-12 w-full" />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="mt-2">{words.none}</p>
          ) : (
            <ul className="rows">
              {items.map((change) => (
                <Change
                  key={change.id}
                  change={change}
                  onChanged={() => {
                    loaded.reload()
                    onChanged()
                  }}
                />
              ))}
            </ul>
          )
        }
      </LoadedPart>
      <May duty="administer">
        <Button look="outline" className="button-small mt-4" onClick={() => setProposing(true)}>
          {words.add}
        </Button>
      </May>
      {proposing && (
        <ChangeRolesDialog
          onClose={() => setProposing(false)}
          onProposed={() => {
            setProposing(false)
            loaded.reload()
          }}
        />
      )}
    </Card>
  )
}

/** What a change means for the person. */
function effect(from: readonly StaffRole[], to: readonly StaffRole[]) {
  if (to.length === 0) return 'leaves'
  return from.length === 0 ? 'joins' : 'changes'
}

function Change({ change, onChanged }: { change: RoleChangeJson; onChanged: () => void }) {
  const { email, from_roles: from, roles } = change
  const name = change.full_name || email
  const lead = words.confirmLead[effect(from, roles)](name, nameRoles(from), nameRoles(roles))
  return (
    <li className="py-4">
      <Decision decision={change} name={name} lead={lead} onChanged={onChanged}>
        <p className="wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-soft">{email}</p>
        <p className="mt-1">{words.change(nameRoles(from), nameRoles(roles))}</p>
      </Decision>
    </li>
  )
}
