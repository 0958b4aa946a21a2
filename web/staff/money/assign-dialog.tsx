/** Chooses the administrator who looks into a difference. */
import { useState } from 'react'
import type { DifferenceJson } from '../../../contract/money/differences.ts'
import { call } from '../../api/client.ts'
import { SelectField } from '../../ui/select.tsx'
import { differences as words } from '#words/money/matching.ts'
import { useAdministration } from '../desk/administration.ts'
import { EndpointPart } from '../desk/parts/endpoint-part.tsx'
import { FormDialog } from '../desk/parts/form-dialog.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import type { DialogEnd } from '../desk/parts/opener.tsx'

export function AssignDialog({ difference, ...end }: DialogEnd & { difference: DifferenceJson }) {
  const { id, assigned_to: owner } = difference
  const { user } = useAdministration()
  const [chosen, setChosen] = useState(owner?.user_id ?? user.id)
  const body = { assigned_to: chosen === '' ? null : chosen }
  return (
    <FormDialog
      title={words.assignTitle}
      lead={words.assignLead}
      words={{ button: words.save, busy: words.save, done: words.assigned, failed: words.notAssigned }}
      send={(_, bearer) => call('PATCH /api/admin/books/differences/:id', { params: { id }, body, bearer })}
      {...end}
    >
      <EndpointPart from="GET /api/admin/books/assignees" input={{}} failed={words.assigneesFailed}>
        {({ items }) => (
          <SelectField
            label={words.assignee}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            options={[
              ...items.map((person) => [person.user_id, nameOfPerson(person)] as const),
              ['', words.noAssignee],
            ]}
          />
        )}
      </EndpointPart>
    </FormDialog>
  )
}
