/** One thread. Staff reply here by mail or text message, and link it with a request; an unsent reply is kept on the device. */
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import {
  CONTACT_MESSAGE_STATES,
  type ContactMessageState,
  REPLY_CHARACTERS_MAX,
} from '../../../../contract/office/admin-reports-fields.ts'
import type { ContactReplyJson, ContactThreadJson } from '../../../../contract/office/inbox.ts'
import { ApiProblem, call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { caseMessages } from '#words/office/case-messages.ts'
import { messages as words } from '#words/office/staff-messages.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { draftOf, restoreDraft } from '../../aid/request/drafts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { May } from '../../desk/may.tsx'
import { useChannel } from '../../desk/parts/channel.tsx'
import { Deliveries } from '../../desk/parts/deliveries.tsx'
import { ListSkeleton } from '../../desk/parts/list-skeleton.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { ReasonForm } from '../../desk/parts/reason-form.tsx'
import { TakeBack } from '../../desk/parts/take-back.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { CaseLink } from './case-link.tsx'

interface ThreadProps {
  id: string
  /** Called when its state or its replies have changed. */
  onChanged: () => void
}

export function Thread({ id, onChanged }: ThreadProps) {
  const { user } = useAdministration()
  const [restored, setRestored] = useState(0)
  const loaded = useEndpoint(
    'GET /api/admin/contact-messages/:id',
    { params: { id }, query: {} },
    {
      again: { params: { id }, query: { purpose: 'again' } },
      onProblem: useFailureToast(toasts.messageFailed),
    },
  )
  // Opening it has made it read.
  const isThere = loaded.view.is === 'there'
  const opened = useEffectEvent(onChanged)
  useEffect(() => {
    if (isThere) opened()
  }, [isThere])
  const change = (news: Partial<ContactThreadJson>) => {
    loaded.change((known) => ({ ...known, ...news }))
    onChanged()
  }
  const undone = (text: string) => {
    restoreDraft(user.id, id, 'reply', text)
    setRestored((known) => known + 1)
    loaded.reload()
    onChanged()
  }
  return (
    <LoadedPart loaded={loaded} failed={toasts.messageFailed} skeleton={<ListSkeleton />}>
      {(thread) => (
        <div className="card grid gap-4">
          <Letters thread={thread} onUndone={undone} onLeft={loaded.reload} />
          <Owner thread={thread} onGiven={change} />
          <CaseLink thread={thread} onLinked={change} />
          <May duty="decide_requests">
            <div key={restored} ref={restored > 0 ? focusText : undefined}>
              <Reply thread={thread} onSent={change} onOvertaken={loaded.reload} />
            </div>
            <MarkButtons thread={thread} onMarked={change} onOvertaken={loaded.reload} />
          </May>
        </div>
      )}
    </LoadedPart>
  )
}

function focusText(part: HTMLElement | null) {
  part?.querySelector('textarea')?.focus()
}

interface LettersProps {
  thread: ContactThreadJson
  onUndone: (text: string) => void
  onLeft: () => void
}

function Letters({ thread, onUndone, onLeft }: LettersProps) {
  const { subject, first_name: first, last_name: last, email, message, replies, created_at: sentAt, origin } = thread
  const title = useRef<HTMLHeadingElement>(null)
  // On a phone the thread replaces the list, so the focus of a keyboard or screen reader moves here.
  useEffect(() => title.current?.focus(), [])
  const name = `${first} ${last}`.trim()
  // Without its only message the thread would end: that one is taken back where it was written, in its request.
  const isWhole = origin === 'staff' && replies.length === 1
  return (
    <>
      <div>
        <h2 ref={title} tabIndex={-1} className="text-xl wrap-anywhere">
          {subject}
        </h2>
        <p className="mt-1 text-sm wrap-anywhere text-soft">
          {[name, email, formatDayAndTime(sentAt)].filter((part) => part !== '').join(' · ')}
        </p>
        {origin === 'staff' ? (
          <p className="mt-1 text-sm text-soft">{words.onTheirPage}</p>
        ) : (
          <p className="mt-2 text-sm">
            <Badge tone="waiting">{words.notVerified}</Badge> {words.typedAddress}
          </p>
        )}
      </div>
      {message !== '' && <blockquote className="request-text">{message}</blockquote>}
      {replies.length > 0 && (
        <ol aria-label={words.replies} className="grid gap-4">
          {replies.map((reply) => (
            <Letter key={reply.id} reply={reply} sender={name}>
              {!isWhole && <TakeBack reply={reply} onUndone={onUndone} onLeft={onLeft} />}
            </Letter>
          ))}
        </ol>
      )}
    </>
  )
}

interface LetterProps {
  reply: ContactReplyJson
  sender: string
  children: ReactNode
}

function Letter({ reply, sender, children }: LetterProps) {
  const { text, from, by, channel, mail, sms } = reply
  const moment = formatDayAndTime(reply.created_at)
  return (
    <li className={from === 'us' ? 'edge' : 'edge border-edge'}>
      <blockquote className="request-text">{text}</blockquote>
      <p className="mt-1 text-sm wrap-anywhere text-soft">
        {by === null ? words.wroteBack(sender, moment) : words.repliedBy(nameOfPerson(by), moment)}
        {` · ${words.channels[channel]}`}
      </p>
      <Deliveries mail={mail} sms={sms} />
      {children}
    </li>
  )
}

/** Whether something was written in the meantime. */
const isOvertaken = (problem: unknown) => problem instanceof ApiProblem && problem.code === 'already_decided'

interface ReplyProps {
  thread: ContactThreadJson
  onSent: (news: Partial<ContactThreadJson>) => void
  /** Called when something was written in the meantime: loads the thread again. */
  onOvertaken: () => void
}

function Reply({ thread, onSent, onOvertaken }: ReplyProps) {
  const { id, replies, reach } = thread
  const { bearer, user } = useAdministration()
  const outcome = useOutcome()
  const [isWritten, setWritten] = useState(false)
  const { channel, choice } = useChannel(reach, draftOf(user.id, id, 'channel'))
  if (channel === undefined) return <p className="text-soft">{caseMessages.unreachable}</p>
  const send = async (text: string) => {
    setWritten(false)
    const body = { text, channel, expected_replies: replies.length }
    const sending = call('POST /api/admin/contact-messages/:id/replies', { params: { id }, body, bearer })
    const noting = sending.catch((problem: unknown) => {
      if (isOvertaken(problem)) {
        setWritten(true)
        onOvertaken()
      }
      throw problem
    })
    const done = noting.then((sent) => onSent({ ...sent, state: 'answered' }))
    return outcome(done, { done: toasts.replySent, failed: toasts.replyNotSent })
  }
  return (
    <div>
      {isWritten && (
        <Banner tone="note" title={words.overtakenTitle}>
          {words.overtaken}
        </Banner>
      )}
      <ReasonForm
        label={words.reply}
        hint={thread.origin === 'staff' ? caseMessages.readOnPage : words.replyHint}
        missing={words.replyMissing}
        charactersMax={REPLY_CHARACTERS_MAX}
        button={words.sendReply}
        draft={draftOf(user.id, id, 'reply')}
        onSend={send}
      >
        {choice}
      </ReasonForm>
    </div>
  )
}

interface MarkButtonsProps {
  thread: ContactThreadJson
  onMarked: (news: Partial<ContactThreadJson>) => void
  /** Called when something was written in the meantime: loads the thread again. */
  onOvertaken: () => void
}

/** For an answer by telephone, and for a message that needs none. */
function MarkButtons({ thread: { id, state: shown, replies }, onMarked, onOvertaken }: MarkButtonsProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [marking, setMarking] = useState<ContactMessageState>()
  const mark = async (state: ContactMessageState) => {
    setMarking(state)
    const body = { state, expected_replies: replies.length }
    const marked = call('PATCH /api/admin/contact-messages/:id', { params: { id }, body, bearer })
    const noting = marked.catch((problem: unknown) => {
      if (isOvertaken(problem)) onOvertaken()
      throw problem
    })
    await outcome(
      noting.then(() => onMarked({ state })),
      { done: toasts.messageChanged, failed: toasts.messageNotChanged },
    )
    setMarking(undefined)
  }
  return (
    <div className="flex flex-wrap gap-3">
      {CONTACT_MESSAGE_STATES.filter((state) => state !== shown).map((state) => (
        <MarkButton key={state} busy={marking !== undefined} onPress={() => void mark(state)}>
          {marking === state ? words.marking : words.mark[state]}
        </MarkButton>
      ))}
    </div>
  )
}

const beside = (button: HTMLButtonElement) => button.nextElementSibling ?? button.previousElementSibling

/** Leaves when the message is marked so: the focus then moves to the button beside it. */
function MarkButton({ busy, onPress, children }: { busy: boolean; onPress: () => void; children: ReactNode }) {
  const button = useFocusOnRemoval(beside)
  return (
    <SmallButton ref={button} look="quiet" busy={busy} onClick={onPress}>
      {children}
    </SmallButton>
  )
}

interface OwnerProps {
  thread: ContactThreadJson
  onGiven: (thread: ContactThreadJson) => void
}

/** The owner of a message, and for those who may: taking it, or giving it to a colleague. */
function Owner({ thread, onGiven }: OwnerProps) {
  const { user } = useAdministration()
  const { owner } = thread
  const give = useGiving(thread.id, onGiven)
  return (
    <div className="apart items-end gap-x-5 gap-y-2">
      <p className="font-semibold">{owner ? words.ownedBy(owner.full_name) : words.noOwner}</p>
      <May duty="decide_requests">
        <div className="line items-end gap-3">
          {owner?.user_id !== user.id && <TakeButton onPress={() => void give(user.id)} />}
          <Colleagues owner={owner} onChoose={(to) => void give(to)} />
        </div>
      </May>
    </div>
  )
}

const choiceBeside = (button: HTMLButtonElement) => button.parentElement?.querySelector('select')

/** Leaves once the message is theirs: the focus then moves to the choice of who answers it. */
function TakeButton({ onPress }: { onPress: () => void }) {
  const button = useFocusOnRemoval(choiceBeside)
  return (
    <SmallButton ref={button} onClick={onPress}>
      {words.take}
    </SmallButton>
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
  // Lists the owner whatever is known of the others: without them, the field would say that there is none.
  const unlisted = owner && !people.some(({ user_id: id }) => id === owner.user_id) ? [owner] : []
  return (
    <SelectField
      key={people.length}
      label={words.giveTo}
      value={owner?.user_id ?? ''}
      onChange={({ target }) => onChoose(target.value || null)}
      none={words.owners.none}
      options={[
        ...unlisted.map(({ user_id: id, full_name: name }) => [id, name] as const),
        ...people.map((person) => [person.user_id, nameOfPerson(person)] as const),
      ]}
    />
  )
}
