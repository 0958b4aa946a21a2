/** The contact form. The browser holds what is typed, including before this script ran; use-sending sends it. */
import { useRef, useState, type ComponentProps, type FormEvent } from 'react'
import { CONTACT_CHARACTERS_MAX } from '../../../../contract/office/contact-lengths.ts'
import { shownVersion } from '../../../words/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field } from '../../../ui/field.tsx'
import { PrivacyNote } from '../../../lib/privacy-note.tsx'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { contact as words } from '#words/office/contact.ts'
import { FIELD_NAMES, type FieldName } from './message.ts'
import { useSending } from './use-sending.ts'

export function ContactForm() {
  const [sent, setSent] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const { faults, sending, submit, clearFault } = useSending(() => setSent(true))
  const hydrated = useHydrated()

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(event.currentTarget)
  }
  const close = () => {
    setSent(false)
    title.current?.focus()
  }
  const field = (name: FieldName) => ({
    name,
    fault: faults[name],
    readOnly: sending,
    onType: () => faults[name] !== undefined && clearFault(name),
  })
  return (
    <section aria-labelledby="write-title">
      <h2 id="write-title" ref={title} tabIndex={-1} className="text-2xl">
        {words.formTitle}
      </h2>
      {/* The browser can post it before the page's script runs, and without it. */}
      <form method="post" action="/contact" onSubmit={onSubmit} noValidate={hydrated} className="mt-2">
        <input type="hidden" name="privacy_version" value={shownVersion('privacy')} />
        <ErrorSummary names={FIELD_NAMES} faults={faults} />
        <p className="text-soft">{words.formLead}</p>
        <div className="mt-6 grid gap-5 sm:grid-cols-2">
          <Line {...field('first_name')} autoComplete="given-name" />
          <Line {...field('last_name')} autoComplete="family-name" />
          <div className="sm:col-span-2">
            <Line {...field('email')} type="email" autoComplete="email" spellCheck={false} />
          </div>
          <div className="sm:col-span-2">
            <Line {...field('subject')} />
          </div>
          <div className="sm:col-span-2">
            <MessageField {...field('message')} />
          </div>
        </div>
        <PrivacyNote about="message" />
        <Button type="submit" busy={sending} className="mt-6 w-full sm:w-52">
          {sending ? words.sending : words.send}
        </Button>
      </form>
      {sent && <SentDialog onClose={close} />}
    </section>
  )
}

interface ControlProps {
  name: FieldName
  fault: string | undefined
  readOnly: boolean
  onType: () => void
}

function Line({ name, fault, onType, ...rest }: ControlProps & ComponentProps<'input'>) {
  return (
    <Field label={words.labels[name]} error={fault}>
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          name={name}
          className="input"
          required
          maxLength={CONTACT_CHARACTERS_MAX[name]}
          onInput={onType}
        />
      )}
    </Field>
  )
}

function MessageField({ name, fault, onType, readOnly }: ControlProps) {
  return (
    <Field label={words.labels[name]} hint={words.messageHint} error={fault}>
      {(control) => (
        <textarea
          {...control}
          name={name}
          className="input"
          rows={7}
          required
          readOnly={readOnly}
          maxLength={CONTACT_CHARACTERS_MAX[name]}
          onInput={onType}
        />
      )}
    </Field>
  )
}

function SentDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.sentTitle} lead={words.sent} onClose={onClose}>
      <Button onClick={onClose} className="mt-6 w-full sm:w-auto">
        {words.close}
      </Button>
    </Dialog>
  )
}
