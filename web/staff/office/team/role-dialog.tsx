/** Proposes the roles of a person, with the reason. A second administrator confirms it. */
import { useState } from 'react'
import { ROLE_CHANGE_CHARACTERS_MAX } from '../../../../contract/platform/admin-fields.ts'
import type { StaffRole } from '../../../../contract/platform/staff-roles.ts'
import { refusedFields } from '../../../api/refused-fields.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { roleChanges as words } from '#words/money/admin-reports.ts'
import { ProposeDialog } from '../../desk/parts/propose.tsx'
import { RoleBoxes } from './role-boxes.tsx'

/** Error of each field. */
type Faults = Partial<Record<'email' | 'roles', string | undefined>>

interface RoleDialogProps {
  texts: { readonly title: string; readonly lead: string; readonly emailHint: string; readonly roles: string }
  rolesHint?: string
  /** Whose roles change; without it the address is asked for. */
  person?: { readonly email: string; readonly roles: readonly StaffRole[] }
  send: (proposed: { email: string; roles: StaffRole[]; reason: string }) => Promise<unknown>
  onProposed: () => void
  onClose: () => void
}

export function RoleDialog({ texts, rolesHint, person, send, onProposed, onClose }: RoleDialogProps) {
  const [typed, setEmail] = useState(person?.email ?? '')
  const [roles, setRoles] = useState<StaffRole[]>([...(person?.roles ?? [])])
  const [faults, setFaults] = useState<Faults>({})
  const email = typed.trim()
  const check = () => {
    setFaults(email === '' ? { email: words.emailMissing } : {})
    return email !== ''
  }
  const sendMarking = async (reason: string) => {
    try {
      await send({ email, roles, reason })
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
      onProposed={onProposed}
      onClose={onClose}
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
