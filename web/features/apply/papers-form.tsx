/** The answer to a request for documents, or papers added unasked: files, a message, or both. Stored on the device until it is sent, as a request is. */
import { useRef } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../contract/aid/application-fields.ts'
import type { Bearer } from '../../api/authorization.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { aidPapers as words } from '#words/aid/aid-papers.ts'
import { useForm } from '../../lib/use-form.ts'
import { DocumentsField } from './documents-field.tsx'
import { DraftNote, KeepDraft } from './draft-note.tsx'
import { EarlierOnDemand } from './earlier-documents.tsx'
import { submit } from './submit.ts'
import { SendingStatus } from './sending-status.tsx'
import { useDraftTexts, useOnScreen } from './use-aid-form.ts'
import { useResume } from './use-resume.ts'
import { answerTo, useAidRequest } from './use-aid-request.ts'

interface PapersFormProps {
  applicationId: string
  /** Null to add papers unasked. */
  paperRequestId: string | null
  owner: { email: string; userId: string }
  bearer: Bearer
  /** Addresses of the documents that the request has already. */
  there: readonly string[]
  /** Called when the answer is no longer needed: this or an earlier one arrived. */
  onDone: (how: 'done' | 'arrived_before') => void
}

export function PapersForm({ applicationId, paperRequestId, owner, bearer, there, onDone }: PapersFormProps) {
  const answer = answerTo(applicationId, paperRequestId)
  const form = useRef<HTMLFormElement>(null)
  const state = useAidRequest(answer, owner)
  const onScreen = useOnScreen()
  const { busy, onSubmit, field } = useForm<'message'>({
    names: ['message'],
    check(typed) {
      const { documents, earlier } = answer.read().draft
      if (documents.length + earlier.length > 0) return {}
      if (paperRequestId === null) return { message: words.papersMissing }
      return { message: typed('message').trim() === '' ? words.messageMissing : undefined }
    },
    async send(typed) {
      answer.type('message', typed('message'))
      const { done, faults } = await submit(answer, null)
      if (done !== null && onScreen.current) onDone(done)
      return { message: faults.message }
    },
  })
  useDraftTexts(form, answer, state)
  useResume(answer, state, true, onDone)
  const { run } = state
  const sendWords = paperRequestId === null ? words.sendPapers : words.sendAnswer
  const running = busy || run.is === 'running'
  const { onInput, ...message } = field('message')
  return (
    <>
      <DraftNote request={answer} state={state} />
      <form ref={form} onSubmit={onSubmit} noValidate className="papers-form min-w-0 gap-7">
        <DocumentsField
          title={words.list}
          request={answer}
          state={state}
          earlier={<EarlierOnDemand request={answer} state={state} bearer={bearer} there={there} />}
        />
        <TextArea
          {...message}
          label={words.message}
          note={words.optional}
          hint={paperRequestId === null ? words.addedHint : words.messageHint}
          required={false}
          readOnly={running}
          maxLength={REVIEW_CHARACTERS_MAX}
          rows={3}
          onInput={({ currentTarget }) => {
            onInput()
            answer.type('message', currentTarget.value)
          }}
        />
        <SendingStatus request={answer} state={state} running={running} />
        <Button type="submit" busy={running} className="button-wide">
          {running ? words.sending : run.is === 'failed' ? words.goOnAnswer : sendWords}
        </Button>
        <KeepDraft request={answer} state={state} form={form} />
      </form>
    </>
  )
}
