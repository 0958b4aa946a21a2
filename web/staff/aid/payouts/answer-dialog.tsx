/** Records what the recipient said by telephone or before a witness, with the words to say: beside the list of calls, or in a dialog. */
import { useState } from 'react'
import { CONFIRMATION_ANSWERS, RECORDED_WAYS } from '../../../../contract/aid/payout-fields.ts'
import { call } from '../../../api/client.ts'
import { dayInWords } from '../../../lib/days.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { payments as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { Choice } from './fields.tsx'
import type { DialogEnd } from '../../desk/parts/opener.tsx'

interface AnswerProps extends DialogEnd {
  payout: { readonly id: string; readonly sent_on: string | null }
  applicant: string
}

interface AnswerFormProps extends AnswerProps {
  /** Receives whether it is being sent. */
  onBusy?: (busy: boolean) => void
}

export function AnswerDialog(props: AnswerProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={words.answerTitle} {...(!busy && { onClose: props.onClose })}>
      <AnswerForm
        {...props}
        onBusy={setBusy}
        onDone={() => {
          props.onClose()
          props.onDone()
        }}
      />
    </Dialog>
  )
}

export function AnswerForm({ payout, applicant, onBusy, onDone, onClose }: AnswerFormProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const { id, sent_on: sentOn } = payout
  const { busy, faults, onSubmit } = useForm({
    names: ['how', 'answer'],
    check: (typed) => ({
      how: typed('how') === '' ? words.chooseOne : undefined,
      answer: typed('answer') === '' ? words.chooseOne : undefined,
    }),
    async send(typed) {
      const how = RECORDED_WAYS.find((each) => each === typed('how'))
      const answer = CONFIRMATION_ANSWERS.find((each) => each === typed('answer'))
      if (!how || !answer) return
      const recording = call('POST /api/admin/payouts/:id/confirmation', {
        params: { id },
        body: { answer, how },
        bearer,
      })
      onBusy?.(true)
      const isRecorded = await outcome(recording, { done: words.answerRecorded, failed: words.notAnswered })
      onBusy?.(false)
      if (isRecorded) onDone()
    },
  })
  return (
    <>
      {sentOn !== null && (
        <Banner tone="note" title={words.script} className="mt-4">
          <p>{words.scriptText(applicant, dayInWords(sentOn))}</p>
        </Banner>
      )}
      <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-4">
        <Choice
          name="how"
          label={words.how}
          error={faults.how}
          options={RECORDED_WAYS.map((way) => [way, words.ways[way]])}
        />
        <Choice
          name="answer"
          label={words.said}
          error={faults.answer}
          options={CONFIRMATION_ANSWERS.map((answer) => [answer, words.answers[answer]])}
        />
        <DialogButtons text={words.record} busy={busy} onClose={onClose} />
      </form>
    </>
  )
}
