/** A message to the applicant, as it is written. */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { REPLY_CHARACTERS_MAX } from '../../../../contract/office/admin-reports-fields.ts'
import { call } from '../../../api/client.ts'
import { caseMessages as words } from '#words/office/case-messages.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useChannel } from '../../desk/parts/channel.tsx'
import { focusText, ReasonForm } from '../../desk/parts/reason-form.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { draftOf, keepDraft } from './drafts.ts'

export interface MessageFormProps {
  details: Pick<ApplicationDetailsJson, 'id' | 'reach'>
  /** Whether the reader opened it, who goes on there. */
  isFocused: boolean
  onClose: () => void
  onSent: () => void
}

export function MessageForm({ details, isFocused, onClose, onSent }: MessageFormProps) {
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
    <div ref={isFocused ? focusText : undefined}>
      <ReasonForm
        label={words.write}
        hint={words.readOnPage}
        missing={words.writeMissing}
        charactersMax={REPLY_CHARACTERS_MAX}
        button={words.send}
        draft={draftOf(user.id, id, 'message')}
        onSend={send}
        onClose={onClose}
      >
        {choice}
      </ReasonForm>
    </div>
  )
}
