/** The Messages page: messages from the contact page. */
import { useState } from 'react'
import { CONTACT_MESSAGE_STATES, type ContactMessageState } from '../../../../contract/admin-reports-fields.ts'
import type { ContactMessageJson } from '../../../../contract/admin-reports.ts'
import { download } from '../../../api/download.ts'
import { call } from '../../../api/client.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { messages as words } from '#words/admin-reports.ts'
import { lists } from '#words/administration.ts'
import { adminReportToasts as toasts } from '#words/admin-report-toasts.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useAdministration } from '../administration.ts'
import { useOutcome } from '../parts/use-outcome.ts'
import { StaffList } from '../lists/staff-list.tsx'
import { choice, type ListFilter } from '../lists/list-toolbar.tsx'
import { periodOf } from '../lists/period.ts'
import { MessageDialog, senderOf } from './message-dialog.tsx'
import { May } from '../may.tsx'

const FILTERS: readonly ListFilter[] = [
  choice('state', words.state, words.states),
  { is: 'day', name: 'from', label: lists.from },
  { is: 'day', name: 'to', label: lists.to },
]
const TONES: Readonly<Record<ContactMessageState, BadgeTone>> = { new: 'waiting', read: 'info', answered: 'good' }

/** Values that cannot be read are left out. */
function queryOf(address: string) {
  const given = new URLSearchParams(address)
  const search = given.get('search') ?? ''
  const state = CONTACT_MESSAGE_STATES.find((known) => known === given.get('state'))
  return { ...(search !== '' && { search }), ...(state && { state }), ...periodOf(given) }
}

export function MessagesPage() {
  const [opened, setOpened] = useState<ContactMessageJson>()
  return (
    <>
      <StaffList
        place="messages"
        searchHint={words.searchHint}
        filters={FILTERS}
        readQuery={queryOf}
        load={(query, request) => call('GET /api/admin/contact-messages', { query, ...request })}
        failed={toasts.messagesFailed}
        none={{ icon: 'mail', title: words.none, text: words.noneMore }}
        csvName="contact-messages"
        loadCsv={(query, bearer) => download('GET /api/admin/contact-messages.csv', query, bearer)}
        renderRow={(item, replace) => <Message message={item} onOpen={() => setOpened(item)} onChanged={replace} />}
      />
      {opened && <MessageDialog message={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface MessageProps {
  message: ContactMessageJson
  onChanged: (news: ContactMessageJson) => void
}

function Message({ message, onOpen, onChanged }: MessageProps & { onOpen: () => void }) {
  const { email, subject, state, created_at: sentAt } = message
  return (
    <li className="card">
      <div className="admin-list-head">
        <h2 className="text-lg wrap-anywhere">{subject}</h2>
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-soft">
        {`${senderOf(message)} · ${email} · ${formatDayAndTime(sentAt)}`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="outline" className="button-small" aria-label={words.openNamed(subject)} onClick={onOpen}>
          {words.open}
        </Button>
        <May duty="decide_requests">
          <MarkButtons message={message} onChanged={onChanged} />
        </May>
      </div>
    </li>
  )
}

function MarkButtons({ message, onChanged }: MessageProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [marking, setMarking] = useState<ContactMessageState>()
  const mark = async (state: ContactMessageState) => {
    setMarking(state)
    const { id } = message
    const marked = call('PATCH /api/admin/contact-messages/:id', { params: { id }, body: { state }, bearer })
    await outcome(marked.then(onChanged), { done: toasts.messageChanged, failed: toasts.messageNotChanged })
    setMarking(undefined)
  }
  return CONTACT_MESSAGE_STATES.filter((state) => state !== message.state).map((state) => (
    <Button
      key={state}
      look={state === 'answered' ? 'primary' : 'quiet'}
      className="button-small"
      busy={marking !== undefined}
      aria-label={`${words.mark[state]}: ${message.subject}`}
      onClick={() => void mark(state)}
    >
      {marking === state ? words.marking : words.mark[state]}
    </Button>
  ))
}
