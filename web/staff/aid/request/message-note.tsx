/** Writes to the applicant about their request. What was typed and not sent is kept on the device. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { caseMessages as words } from '#words/office/case-messages.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { focusText } from '../../desk/parts/reason-form.tsx'
import { TakeBack } from '../../desk/parts/take-back.tsx'
import { draftOf, readDraft, restoreDraft } from './drafts.ts'
import type { MessageFormProps } from './message-form.tsx'

/** Most requests are read without a message. */
const MessageForm = onDemand(async () => (await import('./message-form.tsx')).MessageForm, {
  skeleton: (props: MessageFormProps) => <TextAhead {...props} />,
})

/** Takes what is typed while the form loads, which would decide about the request where letters are shortcuts. */
function TextAhead({ details, isFocused }: MessageFormProps) {
  const { user } = useAdministration()
  const draft = draftOf(user.id, details.id, 'message')
  return (
    <div ref={isFocused ? focusText : undefined} className="mt-5">
      <TextArea
        label={words.write}
        hint={words.readOnPage}
        error={undefined}
        defaultValue={draft.read()}
        onChange={(event) => draft.keep(event.target.value)}
      />
    </div>
  )
}

interface MessageNoteProps {
  details: Pick<ApplicationDetailsJson, 'id' | 'reach' | 'threads'>
  onChanged: () => void
}

export function MessageNote({ details, onChanged }: MessageNoteProps) {
  const { user } = useAdministration()
  // Opens again with what was typed before a reload.
  const [opened, setOpened] = useState<'by_hand' | 'by_draft' | undefined>(() =>
    readDraft(user.id, details.id, 'message') === '' ? undefined : 'by_draft',
  )
  const [restored, setRestored] = useState(0)
  const opener = useRef<HTMLButtonElement>(null)
  const isReachable = details.reach.channels.length > 0
  useShortcuts({ m: () => isReachable && setOpened('by_hand') })
  const restore = (text: string) => {
    restoreDraft(user.id, details.id, 'message', text)
    setRestored((known) => known + 1)
    setOpened('by_hand')
    onChanged()
  }
  const waiting = details.threads
    .filter(({ origin }) => origin === 'staff')
    .flatMap(({ replies }) => replies.filter(({ undo_until: until }) => until !== null))
  const undoable = waiting.map((reply) => (
    <TakeBack key={reply.id} reply={reply} onUndone={restore} onLeft={onChanged} />
  ))
  if (!isReachable)
    return [
      ...undoable,
      <p key="unreachable" className="mt-3 text-soft">
        {words.unreachable}
      </p>,
    ]
  if (opened === undefined)
    return (
      <>
        {undoable}
        <SmallButton ref={opener} className="mt-3" onClick={() => setOpened('by_hand')}>
          {words.write} <kbd>m</kbd>
        </SmallButton>
      </>
    )
  const close = () => {
    flushSync(() => setOpened(undefined))
    opener.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {undoable}
      <MessageForm
        key={restored}
        details={details}
        isFocused={opened === 'by_hand'}
        onClose={close}
        onSent={() => [close(), onChanged()]}
      />
    </>
  )
}
