/** Chooses the administrator who looks into a difference. */
import { useState } from 'react'
import type { DifferenceJson } from '../../../contract/money/differences.ts'
import { call } from '../../api/client.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { SelectField } from '../../ui/select.tsx'
import { differences as words } from '#words/money/matching.ts'
import { useAdministration } from '../desk/administration.ts'
import { ListSkeleton } from '../desk/lists/list-skeleton.tsx'
import { FormDialog } from '../desk/parts/form-dialog.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import { useFailureToast } from '../desk/parts/use-failure-toast.ts'
import { useEndpoint } from '../desk/queries.ts'

interface AssignDialogProps {
  difference: DifferenceJson
  onClose: () => void
  onChanged: () => void
}

export function AssignDialog({ difference: { id, assigned_to: owner }, onClose, onChanged }: AssignDialogProps) {
  const { bearer, user } = useAdministration()
  const onProblem = useFailureToast(words.assigneesFailed)
  const loaded = useEndpoint('GET /api/admin/books/assignees', {}, { onProblem })
  const [chosen, setChosen] = useState(owner?.user_id ?? user.id)
  const body = { assigned_to: chosen === '' ? null : chosen }
  return (
    <FormDialog
      title={words.assignTitle}
      lead={words.assignLead}
      words={{ button: words.save, busy: words.save, done: words.assigned, failed: words.notAssigned }}
      send={() => call('PATCH /api/admin/books/differences/:id', { params: { id }, body, bearer })}
      onDone={onChanged}
      onClose={onClose}
    >
      <LoadedPart loaded={loaded} failed={words.assigneesFailed} skeleton={<ListSkeleton />}>
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
      </LoadedPart>
    </FormDialog>
  )
}
