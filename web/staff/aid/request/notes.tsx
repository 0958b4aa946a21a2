/** Writes a private note about a request, which then is in its timeline. The applicant never sees it. */
import { useRef } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import { call } from '../../../api/client.ts'
import { Card } from '../../../ui/card.tsx'
import { review as words } from '#words/aid/review.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { draftOf } from './drafts.ts'
import { ReasonForm } from '../../desk/parts/reason-form.tsx'
import { May } from '../../desk/may.tsx'

export function Notes({ id, onChanged }: { id: string; onChanged: () => void }) {
  const { bearer, user } = useAdministration()
  const outcome = useOutcome()
  const place = useRef<HTMLDivElement>(null)
  useShortcuts({ o: () => place.current?.querySelector('textarea')?.focus() })
  const keep = async (text: string) => {
    const adding = call('POST /api/admin/applications/:id/notes', { params: { id }, body: { text }, bearer })
    const isAdded = await outcome(adding, { done: toasts.noteAdded, failed: toasts.noteNotAdded })
    if (isAdded) onChanged()
    return isAdded
  }
  return (
    <May duty="decide_requests">
      <Card title={words.notes}>
        <div ref={place}>
          <ReasonForm
            label={words.note}
            hint={words.notesHint}
            missing={words.noteMissing}
            charactersMax={REVIEW_CHARACTERS_MAX}
            button={words.addNote}
            draft={draftOf(user.id, id, 'note')}
            onSend={keep}
          />
        </div>
      </Card>
    </May>
  )
}
