/** Proposes the roles of a person, with the reason. A second administrator confirms it. */
import { useState, useId } from 'react'
import { ROLE_CHANGE_CHARACTERS_MAX } from '../../../../contract/platform/admin-fields.ts'
import { STAFF_ROLES, type StaffRole } from '../../../../contract/platform/staff-roles.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { refusedFields } from '../../../api/refused-fields.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { roleChanges as words } from '#words/money/admin-reports.ts'
import { roleNames } from '#words/office/role-names.ts'
import { team } from '#words/office/team.ts'
import type { DialogEnd } from '../../desk/parts/opener.tsx'
import { ProposeDialog } from '../../desk/parts/propose.tsx'

/** Error of each field. */
type Faults = Partial<Record<'email' | 'roles', string | undefined>>

interface RoleDialogProps extends DialogEnd {
  texts: { readonly title: string; readonly lead: string; readonly emailHint: string; readonly roles: string }
  rolesHint?: string
  /** Whose roles change; without it the address is asked for. */
  person?: { readonly email: string; readonly roles: readonly StaffRole[] }
  send: (proposed: { email: string; roles: StaffRole[]; reason: string }, bearer: Bearer) => Promise<unknown>
}

export function RoleDialog({ texts, rolesHint, person, send, ...end }: RoleDialogProps) {
  const [typed, setEmail] = useState(person?.email ?? '')
  const [roles, setRoles] = useState<StaffRole[]>([...(person?.roles ?? [])])
  const [faults, setFaults] = useState<Faults>({})
  const email = typed.trim()
  const check = () => {
    setFaults(email === '' ? { email: words.emailMissing } : {})
    return email !== ''
  }
  const sendMarking = async (reason: string, bearer: Bearer) => {
    try {
      await send({ email, roles, reason }, bearer)
    } catch (problem) {
      setFaults(refusedFields(problem, ['email', 'roles']))
      throw problem
    }
  }
  return (
    <ProposeDialog
      title={texts.title}
      lead={texts.lead}
      hint={words.reasonHint}
      charactersMax={ROLE_CHANGE_CHARACTERS_MAX}
      check={check}
      send={sendMarking}
      {...end}
    >
      {person === undefined && (
        <TextField
          label={words.email}
          hint={texts.emailHint}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={typed}
          onChange={(event) => {
            setEmail(event.target.value)
            setFaults({ ...faults, email: undefined })
          }}
          error={faults.email}
        />
      )}
      <RoleBoxes
        label={texts.roles}
        roles={roles}
        error={faults.roles}
        onChange={(news) => {
          setRoles(news)
          setFaults({ ...faults, roles: undefined })
        }}
        {...(rolesHint !== undefined && { hint: rolesHint })}
      />
    </ProposeDialog>
  )
}

/** A checkbox for each role, with what it may do. */
interface RoleBoxesProps {
  label: string
  hint?: string
  roles: readonly StaffRole[]
  error?: string | undefined
  onChange: (roles: StaffRole[]) => void
}

function RoleBoxes({ label, hint, roles, error, onChange }: RoleBoxesProps) {
  const id = useId()
  return (
    <fieldset className="field grid gap-2" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="field-label">{label}</legend>
      {hint !== undefined && <p className="field-hint">{hint}</p>}
      {STAFF_ROLES.map((role) => (
        <Checkbox
          key={role}
          label={roleNames[role]}
          hint={team.duties[role]}
          checked={roles.includes(role)}
          onChange={({ target }) =>
            onChange(STAFF_ROLES.filter((known) => (known === role ? target.checked : roles.includes(known))))
          }
        />
      ))}
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </fieldset>
  )
}
