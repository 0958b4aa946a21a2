/** Proposes a change of role, with the reason. A second administrator confirms it. */
import { useState, type FormEvent } from 'react'
import { ROLE_CHANGE_CHARACTERS_MAX } from '../../../contract/admin-fields.ts'
import { ROLES, type Role } from '../../../contract/profile-fields.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { roleChanges as words } from '#words/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/toasts.ts'
import { sayFailed } from '../account/ask-auth.ts'
import { useAdministration } from '../administration/administration.ts'

interface RoleDialogProps {
  onProposed: () => void
  onClose: () => void
}

export function RoleDialog({ onProposed, onClose }: RoleDialogProps) {
  const { bearer, onRefusal } = useAdministration()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('admin')
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const emailMissing = email.trim() === ''
  const reasonMissing = reason.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setAsked(true)
    if (emailMissing || reasonMissing) return
    setBusy(true)
    try {
      const body = { email: email.trim(), role, reason: reason.trim() }
      await call('POST /api/admin/role-changes', { body, bearer })
      showToast({ kind: 'plain', title: toasts.proposed })
      onProposed()
    } catch (problem) {
      if (!onRefusal(problem)) sayFailed(toasts.notProposed, problem)
      setBusy(false)
    }
  }
  return (
    <Dialog title={words.propose} lead={words.hint} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-5 grid gap-5">
        <TextField
          label={words.email}
          hint={words.emailHint}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          readOnly={busy}
          onChange={(event) => setEmail(event.target.value)}
          error={asked && emailMissing ? words.emailMissing : undefined}
        />
        <RoleField role={role} onChange={setRole} />
        <Field
          label={words.reason}
          hint={words.reasonHint}
          error={asked && reasonMissing ? words.reasonMissing : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              className="input"
              value={reason}
              readOnly={busy}
              maxLength={ROLE_CHANGE_CHARACTERS_MAX}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <Buttons busy={busy} onClose={onClose} />
      </form>
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

function Buttons({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={busy} className="grow">
        {busy ? words.sending : words.send}
      </Button>
      <Button look="outline" className="grow" onClick={onClose}>
        {words.cancel}
      </Button>
    </div>
  )
}
