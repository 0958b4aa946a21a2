/** Chooses the administrator who looks into a difference. */
import { useState } from 'react'
import type { DifferenceJson } from '../../../contract/money/differences.ts'
import { call } from '../../api/client.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Select } from '../../ui/select.tsx'
import { forms } from '#words/office/administration.ts'
import { differences as words } from '#words/money/matching.ts'
import { useAdministration } from '../desk/administration.ts'
import { useOutcome } from '../desk/parts/use-outcome.ts'
import { ListSkeleton } from '../desk/lists/list-skeleton.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import { useFailureToast } from '../desk/parts/use-failure-toast.ts'

interface AssignDialogProps {
  difference: DifferenceJson
  onClose: () => void
  onChanged: () => void
}

export function AssignDialog({ difference, onClose, onChanged }: AssignDialogProps) {
  const { bearer, user } = useAdministration()
  const outcome = useOutcome()
  const loaded = useLoaded((signal) => call('GET /api/admin/books/assignees', { bearer, signal }), {
    onProblem: useFailureToast(words.assigneesFailed),
  })
  const [chosen, setChosen] = useState(difference.assigned_to?.user_id ?? user.id)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const body = { assigned_to: chosen === '' ? null : chosen }
    const saving = call('PATCH /api/admin/books/differences/:id', { params: { id: difference.id }, body, bearer })
    const isSaved = await outcome(saving, { done: words.assigned, failed: words.notAssigned })
    setBusy(false)
    if (isSaved) onChanged()
  }
  return (
    <Dialog title={words.assignTitle} lead={words.assignLead} onClose={onClose}>
      <LoadedPart loaded={loaded} failed={words.assigneesFailed} skeleton={<ListSkeleton />}>
        {({ items }) => (
          <div className="mt-5 grid gap-5">
            <Field label={words.assignee}>
              {(control) => (
                <Select {...control} value={chosen} disabled={busy} onChange={(event) => setChosen(event.target.value)}>
                  {items.map((person) => (
                    <option key={person.user_id} value={person.user_id}>
                      {nameOfPerson(person)}
                    </option>
                  ))}
                  <option value="">{words.noAssignee}</option>
                </Select>
              )}
            </Field>
            <div className="flex flex-wrap gap-3">
              <Button className="grow" busy={busy} onClick={() => void save()}>
                {words.save}
              </Button>
              <Button look="outline" className="grow" onClick={onClose}>
                {forms.cancel}
              </Button>
            </div>
          </div>
        )}
      </LoadedPart>
    </Dialog>
  )
}
