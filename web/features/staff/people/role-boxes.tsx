/** A checkbox for each role, with what it may do. */
import { STAFF_ROLES, type StaffRole } from '../../../../contract/staff-roles.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { team as words } from '#words/team.ts'

interface RoleBoxesProps {
  label: string
  hint?: string
  roles: readonly StaffRole[]
  onChange: (roles: StaffRole[]) => void
}

export function RoleBoxes({ label, hint, roles, onChange }: RoleBoxesProps) {
  return (
    <fieldset className="field grid gap-2">
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
    </fieldset>
  )
}
