/** A recipient's answer, with the number and the code of the slip. Works on anybody's phone: nothing is kept on it. */
import { useEffect, useRef, useState } from 'react'
import { CONFIRMATION_ANSWERS, type ConfirmationAnswer } from '../../../../contract/aid/payout-fields.ts'
import { isSlip, readSlip } from '../../../../contract/platform/typed-codes.ts'
import { call } from '../../../api/client.ts'
import { useCodeForm } from '../../../lib/use-code-form.ts'
import type { FormErrors, Typed } from '../../../lib/use-form.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Button } from '../../../ui/button.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { FocusedTitle } from '../../../ui/focused-title.tsx'
import { CodeField, FormFault, SlipField } from '../../../ui/slip-fields.tsx'
import { confirming as words } from '#words/aid/confirming.ts'
import { ownWords } from '#words/aid/recipient-words.ts'
import { WordsPart, type OwnWords } from '../words-part.tsx'

type Name = 'slip' | 'code' | 'answer'
const NAMES: readonly Name[] = ['slip', 'code', 'answer']

export interface Answered {
  readonly slip: string
  readonly code: string
  readonly answer: ConfirmationAnswer
  readonly words: OwnWords
}

export function ConfirmForm({ onAnswered }: { onAnswered: (answered: Answered) => void }) {
  const hydrated = useHydrated()
  const { fault, busy, faults, onSubmit, field } = useConfirming(onAnswered)
  return (
    <form onSubmit={onSubmit} noValidate className="needs-script grid gap-6">
      <SlipField {...field('slip')} ref={useLinkedSlip()} label={words.slip} hint={words.slipHint} />
      <CodeField {...field('code')} label={words.code} hint={words.codeHint} />
      <AnswerField error={faults.answer} />
      <FormFault title={words.notSent} fault={fault} />
      <Button type={hydrated ? 'submit' : 'button'} busy={busy} className="w-full sm:w-auto sm:justify-self-start">
        {busy ? words.sending : words.send}
      </Button>
    </form>
  )
}

function useConfirming(onAnswered: (answered: Answered) => void) {
  return useCodeForm<Name>({
    names: NAMES,
    check: faultsOf,
    refused: words.refused,
    async send(typed) {
      const answer = CONFIRMATION_ANSWERS.find((each) => each === typed('answer'))
      if (!answer) return { answer: words.answerMissing }
      const body = { slip: readSlip(typed('slip')), code: readCode(typed('code')), answer }
      const { slip, words: said } = await call('POST /api/confirmations', { body })
      onAnswered({ slip, code: body.code, answer, words: said })
      return undefined
    },
  })
}

/** The page is prerendered, so the number in its address arrives late. What was typed meanwhile stays. */
function useLinkedSlip() {
  const slip = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const linked = new URLSearchParams(window.location.search).get('slip')
    if (linked && slip.current?.value === '') slip.current.value = readSlip(linked).slice(0, 8)
  }, [])
  return slip
}

function AnswerField({ error }: { error: string | undefined }) {
  const [answer, setAnswer] = useState<ConfirmationAnswer>()
  return (
    <div>
      <Choices
        label={words.answer}
        name="answer"
        options={CONFIRMATION_ANSWERS.map((value) => ({ value, text: words.answers[value] }))}
        chosen={answer}
        error={answer === undefined ? error : undefined}
        onChoose={setAnswer}
      />
      <p className="mt-3 text-sm text-soft" aria-live="polite">
        {answer && words.next[answer]}
      </p>
    </div>
  )
}

function faultsOf(typed: Typed<Name>): FormErrors<Name> {
  const [slip, code] = [readSlip(typed('slip')), readCode(typed('code'))]
  return {
    ...(!isSlip(slip) && { slip: slip === '' ? words.slipMissing : words.slipIncomplete }),
    ...(!isCode(code) && { code: code === '' ? words.codeMissing : words.codeIncomplete }),
    ...(typed('answer') === '' && { answer: words.answerMissing }),
  }
}

export function AnswerThanks({ answered, onAnother }: { answered: Answered; onAnother: () => void }) {
  const { slip, code, answer } = answered
  return (
    <div className="grid gap-3">
      <FocusedTitle>{words.thanksTitle}</FocusedTitle>
      <p className="text-lg">{words.thanks[answer]}</p>
      <p className="text-soft">{words.answeredFor(slip)}</p>
      {answer === 'all' && (
        <WordsPart
          loaded={answered.words}
          asks
          send={(said) => call('POST /api/confirmations/words', { body: { slip, code, ...said } })}
          withdraw={() => call('POST /api/confirmations/words/withdrawal', { body: { slip, code } })}
          note={ownWords.bySlip}
        />
      )}
      <Button look="outline" className="mt-3 justify-self-start" onClick={onAnother}>
        {words.another}
      </Button>
    </div>
  )
}

const readCode = (typed: string) => typed.replaceAll(/\D/g, '')
const isCode = (code: string) => code.length === 6
