/** Composes what the applicant reads about a decision: first the templates, then the text. Nothing typed is lost before it is sent. */
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/admin-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { composer as words } from '#words/review-composer.ts'
import { forms } from '#words/administration.ts'
import { useAdministration } from '../administration.ts'
import { TEMPLATES_OF, type DecisionKind, type Message, type Template } from './decision.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { Templates } from './templates.tsx'

export type After = 'next' | 'stay'

interface ComposerProps {
  details: ApplicationDetailsJson
  kind: Exclude<DecisionKind, 'under_review'>
  busy: After | undefined
  /** Then nothing can be sent. */
  isHeldByOther: boolean
  onSend: (message: Message, after: After) => Promise<boolean>
  onClose: () => void
}

export function Composer({ details, kind, busy, isHeldByOther, onSend, onClose }: ComposerProps) {
  const { user } = useAdministration()
  const [text, setText] = useState(() => readDraft(user.id, details.id, kind))
  const [template, setTemplate] = useState<Template>()
  const [fault, setFault] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const says = words.kinds[kind]
  const write = (news: string) => {
    setText(news)
    setFault(undefined)
    keepDraft(user.id, details.id, kind, news)
  }
  const send = async (after: After) => {
    if (busy || isHeldByOther) return
    const written = text.trim()
    setFault(written === '' ? says.missing : undefined)
    if (written === '' && says.missing !== undefined) return form.current?.querySelector('textarea')?.focus()
    if (await onSend({ text: written, template }, after)) keepDraft(user.id, details.id, kind, '')
    return undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send('next')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.ctrlKey) void send('next')
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and Ctrl Enter work in all its fields
    <form ref={form} className="composer" aria-label={says.title} onSubmit={submit} onKeyDown={press} noValidate>
      <h3>{says.title}</h3>
      {TEMPLATES_OF[kind] && (
        <Templates
          type={details.application_type}
          kind={TEMPLATES_OF[kind]}
          chosen={template}
          onChoose={(one) => {
            setTemplate(one)
            write(one.text)
            form.current?.querySelector('textarea')?.focus()
          }}
        />
      )}
      <TextArea
        label={says.label}
        {...(says.missing === undefined && { note: forms.optional })}
        hint={says.hint}
        error={fault}
        value={text}
        readOnly={busy !== undefined}
        maxLength={REVIEW_CHARACTERS_MAX}
        className="composer-text"
        onChange={(event) => write(event.target.value)}
      />
      {!isHeldByOther && <SendButtons kind={kind} busy={busy} onStay={() => void send('stay')} onClose={onClose} />}
    </form>
  )
}

interface SendButtonsProps extends Pick<ComposerProps, 'kind' | 'busy' | 'onClose'> {
  onStay: () => void
}

function SendButtons({ kind, busy, onStay, onClose }: SendButtonsProps) {
  const next = useRef<HTMLButtonElement>(null)
  // Where nothing has to be written, Enter sends: the focus is on the button. Elsewhere it is on the templates.
  const isFirst = TEMPLATES_OF[kind] === undefined
  useEffect(() => {
    if (isFirst) next.current?.focus()
  }, [isFirst])
  const says = words.kinds[kind]
  return (
    <div className="composer-actions">
      <Button ref={next} type="submit" busy={busy === 'next'}>
        {busy === 'next' ? words.sending : words.andNext(says.button)}
      </Button>
      <Button look="outline" busy={busy === 'stay'} onClick={onStay}>
        {busy === 'stay' ? words.sending : says.button}
      </Button>
      <Button look="quiet" onClick={onClose}>
        {forms.cancel}
      </Button>
    </div>
  )
}
