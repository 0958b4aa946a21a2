/** Six digits from an email, a text message or an app. The sixth digit sends them, and so does the button. */
import { useRef } from 'react'
import { Button } from '../button.tsx'
import { TextField } from '../text-field.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { session as words } from '#words/people/session.ts'
import { useForm, type Typed } from '../../lib/use-form.ts'
import { submitForm } from '../../lib/submit-form.ts'

const DIGITS = 6

interface CodeFormProps {
  label: string
  hint?: string
  button: string
  /** @returns the error when the code is refused; undefined when it is accepted */
  onCode: (code: string) => Promise<string | undefined>
}

export function CodeForm({ label, hint, button, onCode }: CodeFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const refused = useRef<string>(undefined)
  const hydrated = useHydrated()
  const { busy, onSubmit, field } = useForm({
    names: ['code'],
    check(typed) {
      const digits = digitsOf(typed)
      if (digits.length === DIGITS) return {}
      // Enter, pressed out of habit after the sixth digit has sent the code, still shows why the code was refused.
      return { code: (digits === '' ? refused.current : undefined) ?? words.codeIncomplete }
    },
    async send(typed) {
      const fault = await onCode(digitsOf(typed))
      refused.current = fault
      if (fault === undefined) return
      // Ready for the next code, which rarely resembles this one.
      form.current?.reset()
      return { code: fault }
    },
  })
  const { onInput, ...rest } = field('code')
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="mt-5 grid gap-5">
      <TextField
        {...rest}
        label={label}
        hint={hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="code-input"
        // Room for the space that some apps copy in the middle.
        maxLength={DIGITS + 2}
        onInput={(event) => {
          onInput()
          const complete = event.currentTarget.value.replaceAll(/\D/g, '').length === DIGITS
          if (complete && !busy) submitForm(form.current)
        }}
      />
      <Button type={hydrated ? 'submit' : 'button'} busy={busy} className="w-full">
        {busy ? words.checkingCode : button}
      </Button>
    </form>
  )
}

function digitsOf(typed: Typed<'code'>): string {
  return typed('code').replaceAll(/\D/g, '')
}
