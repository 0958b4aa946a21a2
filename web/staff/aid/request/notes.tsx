/** Writes a private note about a request, which then is in its timeline. The applicant never sees it. */
import { useRef } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/platform/admin-fields.ts'
import { call } from '../../../api/client.ts'
import { Card } from '../../../ui/card.tsx'
import { review as words } from '#words/aid/review.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { draftOf } from './drafts.ts'
import { MentionPicker } from './mention-picker.tsx'
import { mentionedIn, type Colleague } from './mentioned.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { ReasonForm } from '../../desk/parts/reason-form.tsx'
import { May } from '../../desk/may.tsx'

interface NotesProps {
  id: string
  onChanged: () => void
}

export function Notes({ id, onChanged }: NotesProps) {
  const { bearer, user } = useAdministration()
  const outcome = useOutcome()
  const colleagues = useColleagues(id)
  const place = useRef<HTMLDivElement>(null)
  useShortcuts({ o: () => place.current?.querySelector('textarea')?.focus() })
  const add = async (text: string) => {
    const told = text.includes('@') ? mentionedIn(text, await colleagues()) : []
    const mentions = told.map(({ user_id: userId }) => userId)
    const body = { text, ...(mentions.length > 0 && { mentions }) }
    return call('POST /api/admin/applications/:id/notes', { params: { id }, body, bearer })
  }
  const keep = async (text: string) => {
    const adding = add(text)
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
            busyText={words.saving}
            draft={draftOf(user.id, id, 'note')}
            onSend={keep}
            renderHelp={(text, written, onWrite) =>
              text.includes('@') && <Mentioning {...{ text, written, onWrite, colleagues }} />
            }
          />
        </div>
      </Card>
    </May>
  )
}

/** @returns a function that loads them, once it succeeds only once: most notes mention no one */
function useColleagues(id: string): () => Promise<readonly Colleague[]> {
  const { bearer } = useAdministration()
  const loading = useRef<Promise<readonly Colleague[]>>(undefined)
  return () => {
    loading.current ??= call('GET /api/admin/applications/:id/colleagues', { params: { id }, bearer })
      .then(({ items }) => items)
      .catch((problem: unknown) => {
        loading.current = undefined
        throw problem
      })
    return loading.current
  }
}

interface MentioningProps {
  text: string
  written: string
  onWrite: (written: string) => void
  colleagues: () => Promise<readonly Colleague[]>
}

/** While the names are not there, the note can be written and sent: they are loaded again then. */
function Mentioning({ colleagues, ...writing }: MentioningProps) {
  const { view } = useLoaded(colleagues)
  return view.is === 'there' && <MentionPicker {...writing} colleagues={view.value} />
}
