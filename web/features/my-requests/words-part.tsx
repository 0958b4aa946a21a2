/** Words of a recipient about aid that arrived: one optional field and one choice, and the way to withdraw it. */
import { useEffect, useRef, useState } from 'react'
import { RECIPIENT_WORDS_MAX } from '../../../contract/aid/payout-fields.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { Link } from '../../lib/router.tsx'
import { useAct } from '../../lib/use-act.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ownWords as words } from '#words/aid/recipient-words.ts'
import type { OwnPayout } from './load-applications.ts'

export type OwnWords = OwnPayout['words']

interface WordsPartProps {
  loaded: OwnWords
  /** Whether the form is open: they have just confirmed. */
  asks: boolean
  /** Undefined once nothing more can be said: they can still be withdrawn. */
  send: ((said: { text: string; may_show: boolean }) => Promise<{ words: OwnWords }>) | undefined
  withdraw: () => Promise<{ words: OwnWords }>
  /** How they are withdrawn later, where it is not here. */
  note?: string
}

export function WordsPart({ loaded, asks, send, withdraw, note }: WordsPartProps) {
  const [own, setOwn] = useState(loaded)
  const [ended, setEnded] = useState<'sent' | 'withdrawn'>()
  const [isEditing, setEditing] = useState(asks && loaded === null)
  return (
    <section aria-label={words.title} className="my-4 grid gap-4">
      {ended && !isEditing && <Note key={ended}>{words[ended]}</Note>}
      {isEditing && send ? (
        <WordsForm
          before={own}
          send={async (said) => {
            setOwn((await send(said)).words)
            setEnded('sent')
            setEditing(false)
          }}
        />
      ) : own === null ? (
        send && (
          <SmallButton className="justify-self-start" onClick={() => setEditing(true)}>
            {words.open}
          </SmallButton>
        )
      ) : (
        <Said
          own={own}
          onEdit={send && (() => setEditing(true))}
          withdraw={async () => {
            setOwn((await withdraw()).words)
            setEnded('withdrawn')
          }}
        />
      )}
      {note !== undefined && own !== null && <p className="text-sm text-soft">{note}</p>}
    </section>
  )
}

/** Takes the focus: the pressed button is gone. */
function Note({ children }: { children: string }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <p ref={note} tabIndex={-1} className="font-semibold text-leaf">
      {children}
    </p>
  )
}

interface SaidProps {
  own: NonNullable<OwnWords>
  onEdit: (() => void) | undefined
  withdraw: () => Promise<void>
}

function Said({ own: { text, state, may_show: mayShow }, onEdit, withdraw }: SaidProps) {
  const { busy, fault, run } = useAct()
  return (
    <>
      {text !== null && <p className="inset request-text">{text}</p>}
      <p>
        {state === 'shown' ? (
          <>
            {words.shown}{' '}
            <Link to="/success-stories" className="underline">
              {words.stories}
            </Link>
            .
          </>
        ) : (
          words.states[state === 'waiting' && mayShow ? 'toShow' : state]
        )}
      </p>
      <p role="alert" className="field-error">
        {fault}
      </p>
      <div className="flex flex-wrap gap-3">
        {state === 'waiting' && onEdit && <SmallButton onClick={onEdit}>{words.change}</SmallButton>}
        <SmallButton busy={busy} onClick={() => void run(words.notWithdrawn, withdraw)}>
          {busy ? words.withdrawing : words.withdraw}
        </SmallButton>
      </div>
    </>
  )
}

const NAMES = ['text', 'may_show'] as const

function WordsForm({
  before,
  send,
}: {
  before: OwnWords
  send: (said: Parameters<NonNullable<WordsPartProps['send']>>[0]) => Promise<void>
}) {
  const [choice, setChoice] = useState(before === null ? undefined : before.may_show ? 'yes' : 'no')
  const [fault, setFault] = useState<string>()
  const { busy, faults, onSubmit, field } = useForm<(typeof NAMES)[number]>({
    names: NAMES,
    check: (typed) => ({
      ...(typed('text').trim() === '' && { text: words.textMissing }),
      ...(typed('may_show') === '' && { may_show: words.choiceMissing }),
    }),
    async send(typed) {
      setFault(undefined)
      try {
        await send({ text: typed('text'), may_show: typed('may_show') === 'yes' })
      } catch (problem) {
        console.warn(words.notSent, problem)
        setFault(problemSentence(problem))
      }
      return undefined
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
      <p>{words.lead}</p>
      <TextArea
        {...field('text')}
        label={words.text}
        rows={3}
        maxLength={RECIPIENT_WORDS_MAX}
        defaultValue={before?.text ?? ''}
      />
      <Choices
        label={words.choice}
        name="may_show"
        options={[
          { value: 'no', text: words.choices.no },
          { value: 'yes', text: words.choices.yes },
        ]}
        chosen={choice}
        error={choice === undefined ? faults.may_show : undefined}
        onChoose={setChoice}
      />
      <p className="text-sm text-soft">{words.how}</p>
      <p role="alert" className="field-error">
        {fault}
      </p>
      <Button type="submit" look="outline" busy={busy} className="sm:justify-self-start">
        {busy ? words.sending : words.send}
      </Button>
    </form>
  )
}
