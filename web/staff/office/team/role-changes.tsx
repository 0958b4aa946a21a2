/** Changing the roles of an account: the button to propose it. Its proposals are under Decisions. */
import { Link } from '../../../lib/router.tsx'
import { Card } from '../../../ui/card.tsx'
import { roleChanges as words } from '#words/money/admin-reports.ts'
import { May } from '../../desk/may.tsx'
import { Opener } from '../../desk/parts/opener.tsx'
import { placeAddress } from '../../desk/places.ts'
import { ChangeRolesDialog } from './change-roles-dialog.tsx'

export function RoleChanges() {
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{words.hint}</p>
      <p className="mt-2">
        <Link to={placeAddress('decisions')} className="link-target">
          {words.decisions}
        </Link>
      </p>
      <May duty="administer">
        <Opener text={words.add} className="mt-4">
          {(close) => <ChangeRolesDialog onClose={close} onDone={close} />}
        </Opener>
      </May>
    </Card>
  )
}
