/** Hands all open work of a member of staff to a colleague, or back to the queue. */
import type { TeamMemberJson } from '../../../../contract/office/team.ts'
import { hasDuty } from '../../../../contract/platform/staff-roles.ts'
import { call } from '../../../api/client.ts'
import { SelectField } from '../../../ui/select.tsx'
import { team as words } from '#words/office/team.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import type { DialogEnd } from '../../desk/parts/opener.tsx'

interface HandOverWorkDialogProps extends DialogEnd {
  member: TeamMemberJson
  colleagues: readonly TeamMemberJson[]
}

export function HandOverWorkDialog({ member, colleagues, ...end }: HandOverWorkDialogProps) {
  const { user_id: id } = member
  return (
    <FormDialog
      title={words.handOverTitle(nameOfPerson(member))}
      lead={words.handOverLead}
      names={['to']}
      words={{ button: words.handOver, busy: words.handingOver, done: words.handedOver, failed: words.notHandedOver }}
      send={(typed, bearer) =>
        call('POST /api/admin/team/:id/hand-over', { params: { id }, body: { to: typed('to') || null }, bearer })
      }
      {...end}
    >
      <SelectField
        label={words.to}
        name="to"
        none={words.toQueue}
        options={colleagues
          .filter((colleague) => colleague.user_id !== id && mayTake(member, colleague))
          .map((colleague) => [colleague.user_id, nameOfPerson(colleague)])}
      />
    </FormDialog>
  )
}

/** Whether the colleague's roles allow everything that is open. */
function mayTake(from: TeamMemberJson, { roles }: TeamMemberJson): boolean {
  return (
    (from.open_requests + from.open_messages === 0 || hasDuty(roles, 'decide_requests')) &&
    (from.open_differences === 0 || hasDuty(roles, 'handle_money'))
  )
}
