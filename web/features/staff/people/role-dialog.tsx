/** Proposes a role change, with the reason. A second administrator confirms it. */
import { useState } from 'react'
import { ROLE_CHANGE_CHARACTERS_MAX } from '../../../../contract/admin-fields.ts'
import { ROLES, type Role } from '../../../../contract/profile-fields.ts'
import { call } from '../../../api/client.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { proposals, roleChanges as words } from '#words/admin-reports.ts'
import { useAdministration } from '../administration.ts'
import { ReasonForm } from '../parts/reason-form.tsx'
import { usePropose } from '../parts/propose.tsx'

interface RoleDialogProps {
  onProposed: () => void
  onClose: () => void
}

export function RoleDialog({ onProposed, onClose }: RoleDialogProps) {
  const { bearer } = useAdministration()
  const propose = usePropose(onProposed)
  const [typed, setEmail] = useState('')
  const [role, setRole] = useState<Role>('admin')
  const [asked, setAsked] = useState(false)
  const email = typed.trim()
  const send = (reason: string) =>
    propose(call('POST /api/admin/role-changes', { body: { email, role, reason }, bearer }))
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
          onChange={(event) => setEmail(event.target.value)}
          error={asked && email === '' ? words.emailMissing : undefined}
        />
        <RoleField role={role} onChange={setRole} />
      </ReasonForm>
    </Dialog>
  )
}

function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <Field label={words.role}>
      {(control) => (
        <Select
          {...control}
          value={role}
          onChange={({ target }) => onChange(ROLES.find((known) => known === target.value) ?? role)}
        >
          {ROLES.map((known) => (
            <option key={known} value={known}>
              {words.roles[known]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
