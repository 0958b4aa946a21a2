/** Changing the roles of an account: the button to propose it. Its proposals are under Decisions. */
import { useState } from 'react'
import { Link } from '../../../lib/router.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { roleChanges as words } from '#words/money/admin-reports.ts'
import { May } from '../../desk/may.tsx'
import { placeAddress } from '../../desk/places.ts'
import { ChangeRolesDialog } from './change-roles-dialog.tsx'

export function RoleChanges() {
  const [proposing, setProposing] = useState(false)
  const close = () => setProposing(false)
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{words.hint}</p>
      <p className="mt-2">
        <Link to={placeAddress('decisions')} className="link-target">
          {words.decisions}
        </Link>
      </p>
      <May duty="administer">
        <SmallButton className="mt-4" onClick={() => setProposing(true)}>
          {words.add}
        </SmallButton>
      </May>
      {proposing && <ChangeRolesDialog onClose={close} onProposed={close} />}
    </Card>
  )
}
