/** The Messages page: what people write on the contact page, as a list and, beside it, the open thread. */
import { Link, useLocation } from '../../../lib/router.tsx'
import { CONTACT_MESSAGE_STATES, type ContactMessageState } from '../../../../contract/office/admin-reports-fields.ts'
import type { ContactMessageJson } from '../../../../contract/office/inbox.ts'
import { download } from '../../../api/download.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { messages as words } from '#words/office/staff-messages.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { idIn } from '../../../lib/id-in.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useAdministration } from '../../desk/administration.ts'
import { listOf, useRefresh } from '../../desk/queries.ts'
import { StaffList } from '../../desk/lists/staff-list.tsx'
import { choice, PERIOD, type ListFilter } from '../../desk/lists/list-toolbar.tsx'
import { searchOf } from '../../desk/lists/period.ts'
import { Thread } from './thread.tsx'
import { useInbox } from '../../desk/parts/counters.ts'

const filtersFor = (userId: string): readonly ListFilter[] => [
  choice('state', words.state, words.states),
  choice('owner', words.owner, { [userId]: words.owners.mine, none: words.owners.none }),
  ...PERIOD,
]
const TONES: Readonly<Record<ContactMessageState, BadgeTone>> = { new: 'waiting', read: 'info', answered: 'good' }

/** Values that cannot be read are left out. */
function queryOf(address: string) {
  const given = new URLSearchParams(address)
  const state = CONTACT_MESSAGE_STATES.find((known) => known === given.get('state'))
  const owner = given.get('owner') === 'none' ? 'none' : idIn(given.get('owner'))
  return {
    ...(state && { state }),
    ...(owner !== undefined && { owner }),
    ...searchOf(given),
  }
}

const THREAD = /^#[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export function MessagesPage() {
  const { pathname, search, hash } = useLocation()
  // In the fragment: Back closes the thread, and the list beside it is not loaded again.
  const openId = THREAD.test(hash) ? hash.slice(1) : undefined
  const { user } = useAdministration()
  const refresh = useRefresh()
  const changed = () => refresh('GET /api/admin/contact-messages', 'GET /api/admin/inbox')
  return (
    <div className="inbox stack gap-6" data-open={openId !== undefined}>
      <div className="inbox-list">
        <StaffList
          place="messages"
          searchHint={words.searchHint}
          filters={filtersFor(user.id)}
          before={<Unanswered />}
          readQuery={queryOf}
          source={(query) => listOf('GET /api/admin/contact-messages', (page) => ({ query: { ...query, ...page } }))}
          failed={toasts.messagesFailed}
          none={{ icon: 'mail', title: words.none, text: words.noneMore }}
          csvName="contact-messages"
          loadCsv={(query, bearer) => download('GET /api/admin/contact-messages.csv', query, bearer)}
          renderRow={(item) => <Message message={item} isOpen={item.id === openId} />}
        />
      </div>
      <section aria-label={words.thread} className="inbox-thread">
        {openId === undefined ? (
          <EmptyState icon="mail" title={words.noneOpen} text={words.noneOpenMore} />
        ) : (
          <>
            <Link to={pathname + search} className="link-target mb-2 lg:hidden" keepsScroll>
              {words.back}
            </Link>
            <Thread key={openId} id={openId} onChanged={changed} />
          </>
        )}
      </section>
    </div>
  )
}

function Unanswered() {
  const inbox = useInbox()
  const shown = inbox === null ? words.notCounted : words.counting
  return <p className="font-semibold">{inbox ? words.unanswered(inbox.unanswered, inbox.unread) : shown}</p>
}

function Message({ message, isOpen }: { message: ContactMessageJson; isOpen: boolean }) {
  const { search } = useLocation()
  const { id, subject, state, email, case_number: caseNumber, origin, owner, last_at: lastAt } = message
  return (
    <li className="inbox-message" data-open={isOpen} data-unread={state === 'new'}>
      <div className="apart gap-x-5 gap-y-2">
        <Link
          to={{ search, hash: id }}
          className="inbox-link wrap-anywhere"
          aria-current={isOpen ? 'true' : undefined}
          keepsScroll
        >
          {subject}
        </Link>
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-soft">
        {[senderOf(message), origin === 'staff' ? '' : email, caseNumber ?? '']
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      <p className="truncate">{words.from[message.first_line_from] + message.first_line}</p>
      <p className="text-sm wrap-anywhere text-soft">
        {formatDayAndTime(lastAt)} · {owner ? words.ownedBy(owner.full_name) : words.noOwner}
      </p>
    </li>
  )
}

function senderOf({ first_name: first, last_name: last }: ContactMessageJson): string {
  return `${first} ${last}`.trim()
}
