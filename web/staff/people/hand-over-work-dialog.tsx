/** Hands all open work of a member of staff to a colleague, or back to the queue. */
import { useState, type FormEvent } from 'react'
import type { TeamMemberJson } from '../../../contract/office/team.ts'
import { hasDuty } from '../../../contract/platform/staff-roles.ts'
import { call } from '../../api/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { team as words } from '#words/office/team.ts'
import { useAdministration } from '../desk/administration.ts'
import { DialogButtons } from '../desk/parts/dialog-buttons.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import { useOutcome } from '../desk/parts/use-outcome.ts'

interface HandOverWorkDialogProps {
  member: TeamMemberJson
  colleagues: readonly TeamMemberJson[]
  onDone: () => void
  onClose: () => void
}

const NO_ONE = ''

export function HandOverWorkDialog({ member, colleagues, onDone, onClose }: HandOverWorkDialogProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [busy, setBusy] = useState(false)
  const { user_id: id } = member
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const to = new FormData(event.currentTarget).get('to')
    setBusy(true)
    const body = { to: typeof to === 'string' && to !== NO_ONE ? to : null }
    const moving = call('POST /api/admin/team/:id/hand-over', { params: { id }, body, bearer })
    if (await outcome(moving, { done: words.handedOver, failed: words.notHandedOver })) onDone()
    setBusy(false)
  }
  return (
    <Dialog title={words.handOverTitle(nameOfPerson(member))} lead={words.handOverLead} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="mt-5 grid gap-4">
        <Field label={words.to}>
          {(control) => (
            <Select {...control} name="to" defaultValue={NO_ONE}>
              <option value={NO_ONE}>{words.toQueue}</option>
              {colleagues
                .filter((colleague) => colleague.user_id !== id && mayTake(member, colleague))
                .map((colleague) => (
                  <option key={colleague.user_id} value={colleague.user_id}>
                    {nameOfPerson(colleague)}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        <DialogButtons text={words.handOver} busyText={words.handingOver} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** Whether the colleague's roles allow everything that is open. */
function mayTake(from: TeamMemberJson, { roles }: TeamMemberJson): boolean {
  return (
    (from.open_requests === 0 || hasDuty(roles, 'decide_requests')) &&
    (from.open_differences === 0 || hasDuty(roles, 'handle_money'))
  )
}
