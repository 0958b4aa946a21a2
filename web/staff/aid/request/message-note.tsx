/** Writes to the applicant about their request. What was typed and not sent is kept on the device. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { REPLY_CHARACTERS_MAX } from '../../../../contract/office/admin-reports-fields.ts'
import { call } from '../../../api/client.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { caseMessages as words } from '#words/office/case-messages.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { useChannel } from '../../desk/parts/channel.tsx'
import { ReasonForm } from '../../desk/parts/reason-form.tsx'
import { TakeBack } from '../../desk/parts/take-back.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { draftOf, keepDraft, readDraft, restoreDraft } from './drafts.ts'

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
      <div key={restored} ref={opened === 'by_hand' ? focusText : undefined}>
        <MessageForm details={details} onClose={close} onSent={() => [close(), onChanged()]} />
      </div>
    </>
  )
}

function focusText(form: HTMLElement | null) {
  form?.querySelector('textarea')?.focus()
}

function MessageForm({
  details,
  onClose,
  onSent,
}: Pick<MessageNoteProps, 'details'> & Record<'onClose' | 'onSent', () => void>) {
  const { bearer, user } = useAdministration()
  const outcome = useOutcome()
  const { id, reach } = details
  const { channel, choice } = useChannel(reach, draftOf(user.id, id, 'channel'))
  const send = async (text: string) => {
    if (channel === undefined) return false
    const sending = call('POST /api/admin/applications/:id/messages', {
      params: { id },
      body: { text, channel },
      bearer,
    })
    const isSent = await outcome(sending, { done: words.sent, failed: words.notSent })
    if (isSent) {
      // The form goes before it can empty itself.
      keepDraft(user.id, id, 'message', '')
      onSent()
    }
    return isSent
  }
  return (
    <ReasonForm
      label={words.write}
      hint={words.readOnPage}
      missing={words.writeMissing}
      charactersMax={REPLY_CHARACTERS_MAX}
      button={words.send}
      busyText={words.sending}
      draft={draftOf(user.id, id, 'message')}
      onSend={send}
      onClose={onClose}
    >
      {choice}
    </ReasonForm>
  )
}
