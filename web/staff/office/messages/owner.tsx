/** Who answers a message, and for those who may: taking it, or giving it to a colleague. */
import type { ContactThreadJson } from '../../../../contract/office/inbox.ts'
import { call } from '../../../api/client.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { messages as words } from '#words/office/staff-messages.ts'
import { useAdministration } from '../../desk/administration.ts'
import { May } from '../../desk/may.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { useEndpoint } from '../../desk/queries.ts'

interface OwnerProps {
  thread: ContactThreadJson
  onGiven: (thread: ContactThreadJson) => void
}

export function Owner({ thread, onGiven }: OwnerProps) {
  const { user } = useAdministration()
  const { owner } = thread
  const give = useGiving(thread.id, onGiven)
  return (
    <div className="apart items-end gap-x-5 gap-y-2">
      <p className="font-semibold">{owner ? words.ownedBy(owner.full_name) : words.noOwner}</p>
      <May duty="decide_requests">
        <div className="line items-end gap-3">
          {owner?.user_id !== user.id && <SmallButton onClick={() => void give(user.id)}>{words.take}</SmallButton>}
          <Colleagues owner={owner} onChoose={(to) => void give(to)} />
        </div>
      </May>
    </div>
  )
}

function useGiving(id: string, onGiven: OwnerProps['onGiven']) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  return (to: string | null) => {
    const giving = call('PUT /api/admin/contact-messages/:id/owner', { params: { id }, body: { to }, bearer })
    return outcome(giving.then(onGiven), { done: words.given, failed: words.notGiven })
  }
}

function Colleagues({ owner, onChoose }: { owner: ContactThreadJson['owner']; onChoose: (to: string | null) => void }) {
  const { view } = useEndpoint('GET /api/admin/queue/people', {}, { onProblem: useFailureToast(words.peopleFailed) })
  const people = view.is === 'there' ? view.value.items : []
  return (
    <SelectField
      key={people.length}
      label={words.giveTo}
      value={owner?.user_id ?? ''}
      onChange={({ target }) => onChoose(target.value || null)}
      none={words.owners.none}
      options={people.map((person) => [person.user_id, nameOfPerson(person)])}
    />
  )
}
