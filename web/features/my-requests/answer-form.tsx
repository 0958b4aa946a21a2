/** Whether a payment arrived. The three answers weigh the same, and each is asked twice. */
import { useEffect, useRef, useState } from 'react'
import { useAct } from '../../lib/use-act.ts'
import { CONFIRMATION_ANSWERS, type ConfirmationAnswer } from '../../../contract/aid/payout-fields.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from './form-dialog.tsx'
import { award as words } from '#words/aid/award.ts'
import { isTransfer } from './payout-steps.ts'
import type { OwnPayout } from './load-applications.ts'

interface AnswerFormProps {
  payout: OwnPayout
  bearer: Bearer
  onAnswered: (answered: OwnPayout, answer: ConfirmationAnswer) => void
}

export function AnswerForm({ payout, bearer, onAnswered }: AnswerFormProps) {
  const [asked, setAsked] = useState<ConfirmationAnswer>()
  const { busy, fault, run, clearFault } = useAct()
  const send = async (answer: ConfirmationAnswer) => {
    const request = { bearer, params: { id: payout.id }, body: { answer } }
    const answered = await call('POST /api/payouts/:id/confirmation', request)
    setAsked(undefined)
    onAnswered(answered, answer)
  }
  return (
    <div className="grid gap-2.5">
      <h6 className="font-semibold">{payout.answer === null ? words.question : words.questionAgain}</h6>
      <div className="grid gap-2.5 sm:flex sm:flex-wrap">
        {CONFIRMATION_ANSWERS.filter((answer) => answer !== payout.answer).map((answer) => (
          <Button
            key={answer}
            look="outline"
            onClick={() => {
              clearFault()
              setAsked(answer)
            }}
          >
            {words.answers[answer]}
          </Button>
        ))}
      </div>
      {asked && (
        <FormDialog
          title={words.check[asked].title}
          lead={words.check[asked].lead}
          back={words.back}
          onClose={() => setAsked(undefined)}
        >
          {asked === 'none' && isTransfer(payout.kind) && <p className="mt-3">{words.bankFirst}</p>}
          <p role="alert" className="field-error">
            {fault}
          </p>
          <Button busy={busy} className="mt-6 w-full" onClick={() => void run(words.notSent, () => send(asked))}>
            {busy ? words.sending : words.check[asked].send}
          </Button>
        </FormDialog>
      )}
    </div>
  )
}

/** The pressed button is gone, and the focus with it. */
export function AnswerGiven({ answer }: { answer: ConfirmationAnswer }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <p ref={note} tabIndex={-1} className="font-semibold text-leaf">
      {words.thanks[answer]}
    </p>
  )
}
