/** Proposes other roles for an account. */
import { call } from '../../../api/client.ts'
import { roleChanges as words } from '#words/money/admin-reports.ts'
import { team } from '#words/office/team.ts'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { RoleDialog } from './role-dialog.tsx'
import type { TeamMemberJson } from '../../../../contract/office/team.ts'
import type { DialogEnd } from '../../desk/parts/opener.tsx'

interface ChangeRolesDialogProps extends DialogEnd {
  /** Whose; without it the address is asked for. */
  person?: TeamMemberJson
}

export function ChangeRolesDialog(props: ChangeRolesDialogProps) {
  const { person } = props
  const title = person === undefined ? words.add : team.changeRolesOf(nameOfPerson(person))
  const texts = { title, lead: words.hint, emailHint: words.emailHint, roles: words.roles }
  return (
    <RoleDialog
      {...props}
      texts={texts}
      {...(person !== undefined && { rolesHint: words.rolesHint })}
      send={(body, bearer) => call('POST /api/admin/role-changes', { body, bearer })}
    />
  )
}
