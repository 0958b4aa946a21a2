/** Proposes the roles of an account, with the reason. A second administrator confirms it. */
import { useState } from 'react'
import { ROLE_CHANGE_CHARACTERS_MAX } from '../../../../contract/admin-fields.ts'
import type { StaffRole } from '../../../../contract/staff-roles.ts'
import { call } from '../../../api/client.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { proposals, roleChanges as words } from '#words/admin-reports.ts'
import { useAdministration } from '../administration.ts'
import { ReasonForm } from '../parts/reason-form.tsx'
import { usePropose } from '../parts/propose.tsx'
import { RoleBoxes } from './role-boxes.tsx'

interface RoleDialogProps {
  /** Whose roles change; without it the address is asked for. */
  person?: { readonly email: string; readonly roles: readonly StaffRole[] }
  onProposed: () => void
  onClose: () => void
}

export function RoleDialog({ person, onProposed, onClose }: RoleDialogProps) {
  const { bearer } = useAdministration()
  const propose = usePropose(onProposed)
  const [typed, setEmail] = useState(person?.email ?? '')
  const [roles, setRoles] = useState<StaffRole[]>([...(person?.roles ?? [])])
  const [asked, setAsked] = useState(false)
  const email = typed.trim()
  const send = (reason: string) =>
    propose(call('POST /api/admin/role-changes', { body: { email, roles, reason }, bearer }))
  const check = () => {
    setAsked(true)
    return email !== ''
  }
  return (
    <Dialog title={words.propose} lead={words.hint} onClose={onClose}>
      <ReasonForm
        label={proposals.reason}
        hint={words.reasonHint}
        missing={proposals.reasonMissing}
        charactersMax={ROLE_CHANGE_CHARACTERS_MAX}
        button={proposals.propose}
        busyText={proposals.proposing}
        check={check}
        onSend={send}
        onClose={onClose}
      >
        <TextField
          label={words.email}
          hint={words.emailHint}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={typed}
          readOnly={person !== undefined}
          onChange={(event) => setEmail(event.target.value)}
          error={asked && email === '' ? words.emailMissing : undefined}
        />
        <RoleBoxes label={words.roles} hint={words.rolesHint} roles={roles} onChange={setRoles} />
      </ReasonForm>
    </Dialog>
  )
}
