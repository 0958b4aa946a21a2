/** A checkbox for each role, with what it may do. */
import { useId } from 'react'
import { STAFF_ROLES, type StaffRole } from '../../../../contract/platform/staff-roles.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { team as words } from '#words/office/team.ts'

interface RoleBoxesProps {
  label: string
  hint?: string
  roles: readonly StaffRole[]
  error?: string | undefined
  onChange: (roles: StaffRole[]) => void
}

export function RoleBoxes({ label, hint, roles, error, onChange }: RoleBoxesProps) {
  const id = useId()
  return (
    <fieldset className="field grid gap-2" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="field-label">{label}</legend>
      {hint !== undefined && <p className="field-hint">{hint}</p>}
      {STAFF_ROLES.map((role) => (
        <Checkbox
          key={role}
          label={words.roles[role]}
          hint={words.duties[role]}
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
