/** Whom to call: applicants to whom a call is owed, and recipients, with their numbers and what earlier calls brought. Beside the list: what to say, and the form for the answer. */
import { useRef } from 'react'
import { Link, useLocation, useNavigate } from '../../../lib/router.tsx'
import { call, type CallReply } from '../../../api/client.ts'
import { dayInWords } from '../../../lib/days.ts'
import { idIn } from '../../../lib/id-in.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { calls as words } from '#words/aid/calls.ts'
import { lists } from '#words/office/administration.ts'
import { ListSkeleton } from '../../desk/parts/list-skeleton.tsx'
import { ListToolbar } from '../../desk/lists/list-toolbar.tsx'
import { ActButton } from '../../desk/parts/act-button.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { placeAddress } from '../../desk/places.ts'
import { useEndpoint, useRefresh } from '../../desk/queries.ts'
import { AnswerForm } from './answer-dialog.tsx'
import { OwedCalls, OneOwedCall } from './owed-calls.tsx'
import { CalledPerson, CallRow, LastCall } from './call-parts.tsx'

type RecipientCall = CallReply<'GET /api/admin/calls'>['items'][number]

export function CallsPage() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const typed = new URLSearchParams(search).get('search')?.trim() ?? ''
  const query = typed === '' ? {} : { search: typed }
  const loaded = useEndpoint('GET /api/admin/calls', { query }, { onProblem: useFailureToast(words.notLoaded) })
  const refresh = useRefresh()
  const { items, owed } = loaded.view.is === 'there' ? loaded.view.value : { items: [], owed: [] }
  // In the fragment, as in the inbox: Back closes it.
  const openId = idIn(hash.slice(1))
  const open = items.find(({ id }) => id === openId)
  const openOwed = owed.find(({ id }) => id === openId)
  const close = () => void navigate(pathname + search, { keepsScroll: true })
  const page = useRef<HTMLDivElement>(null)
  // The answered one leaves: the focus moves to another.
  const answered = (id: string) => {
    close()
    const links = [...(page.current?.querySelectorAll<HTMLAnchorElement>('.inbox-link') ?? [])]
    links.find((link) => link.hash !== `#${id}`)?.focus()
    refresh('GET /api/admin/calls', 'GET /api/admin/inbox')
  }
  return (
    <div ref={page} className="inbox stack gap-6" data-open={open !== undefined || openOwed !== undefined}>
      <div className="inbox-list">
        <p className="mb-3 text-soft">{words.lead}</p>
        <ListToolbar place="calls" searchHint={words.searchHint} filters={[]} isDense />
        <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<ListSkeleton />}>
          {() => (
            <>
              <OwedCalls items={owed} openId={openId} />
              {items.length > 0 && <Calls items={items} openId={openId} />}
              {items.length + owed.length === 0 && <NoCalls isSearch={typed !== ''} />}
            </>
          )}
        </LoadedPart>
      </div>
      <section aria-label={words.call} className="inbox-thread">
        {open ? (
          <Call
            key={open.id}
            item={open}
            onClose={close}
            onAnswered={() => answered(open.id)}
            onAttempt={loaded.reload}
          />
        ) : openOwed ? (
          <OneOwedCall
            key={openOwed.id}
            item={openOwed}
            onClose={close}
            onRecorded={(outcome) => (outcome === 'not_reached' ? loaded.reload() : answered(openOwed.id))}
          />
        ) : (
          <EmptyState icon="phone" title={words.noneOpen} text={words.noneOpenMore} />
        )}
      </section>
    </div>
  )
}

function NoCalls({ isSearch }: { isSearch: boolean }) {
  if (!isSearch) return <EmptyState icon="phone" title={words.none} text={words.noneMore} />
  return (
    <EmptyState icon="question" title={lists.noMatch} text={words.noMatchMore}>
      <Link to={placeAddress('calls')} className="link-target">
        {lists.clear}
      </Link>
    </EmptyState>
  )
}

function Calls({ items, openId }: { items: readonly RecipientCall[]; openId: string | undefined }) {
  return (
    <section className="mt-5">
      <h2 className="text-lg">{words.payouts}</h2>
      <ul aria-label={words.table} className="mt-3 grid gap-4">
        {items.map((item) => (
          <CallRow
            key={item.id}
            item={item}
            about={words.handedOver(dayInWords(item.sent_on), item.slip)}
            isOpen={item.id === openId}
          >
            <Why item={item} />
          </CallRow>
        ))}
      </ul>
    </section>
  )
}

/** Why they are called, and how the last call ended. */
function Why({ item: { disputed, last_call: last } }: { item: RecipientCall }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Badge tone={disputed ? 'bad' : 'waiting'}>{disputed ? words.disputed : words.unanswered}</Badge>
      <LastCall last={last} />
    </p>
  )
}

interface CallProps {
  item: RecipientCall
  onClose: () => void
  onAnswered: () => void
  onAttempt: () => void
}

function Call({ item, onClose, onAnswered, onAttempt }: CallProps) {
  // Without a day there is no script, whose words would tell a stranger that aid came.
  const payout = { id: item.id, sent_on: item.number_doubt ? null : item.sent_on }
  return (
    <div className="card grid gap-4">
      <CalledPerson item={item}>
        <Why item={item} />
      </CalledPerson>
      <div>
        <AnswerForm payout={payout} applicant={item.full_name} onClose={onClose} onDone={onAnswered} />
      </div>
      <Attempts id={item.id} onRecorded={onAttempt} />
    </div>
  )
}

/** For a call that brought no answer. */
function Attempts({ id, onRecorded }: { id: string; onRecorded: () => void }) {
  return (
    <div className="grid gap-2">
      <h3>{words.noAnswerTitle}</h3>
      <div className="flex flex-wrap gap-3">
        {(['not_reached', 'wrong_person'] as const).map((outcome) => (
          <ActButton
            key={outcome}
            text={words.outcomes[outcome]}
            act={(bearer) =>
              call('POST /api/admin/payouts/:id/call-attempts', { params: { id }, body: { outcome }, bearer }).then(
                onRecorded,
              )
            }
            says={{ done: words.attemptSaved, failed: words.attemptNotSaved }}
          />
        ))}
      </div>
      <p className="text-sm text-soft">{words.noAnswerHint}</p>
    </div>
  )
}
