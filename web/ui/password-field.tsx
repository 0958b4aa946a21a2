/** A password field whose text can be shown: on a small phone a hidden typing mistake costs another try. */
import { useState, type InputEvent } from 'react'
import { password as words } from '#words/people/password.ts'
import { Field } from './field.tsx'
import { passwordStrength } from './password-strength.ts'
import type { TextFieldProps } from './text-field.tsx'

interface PasswordFieldProps extends TextFieldProps {
  /** Rates a new password as it is typed. */
  rated?: boolean
}

export function PasswordField({ label, note, hint, error, rated = false, onInput, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [typed, setTyped] = useState('')
  const take = (event: InputEvent<HTMLInputElement>) => {
    if (rated) setTyped(event.currentTarget.value)
    onInput?.(event)
  }
  return (
    <Field label={label} hint={hint} error={error} {...(note !== undefined && { note })}>
      {(control) => (
        <>
          <div className="password">
            <input
              {...rest}
              {...control}
              type={shown ? 'text' : 'password'}
              className="input"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onInput={take}
            />
            <button
              type="button"
              className="password-show"
              aria-label={shown ? words.hidePassword : words.showPassword}
              onClick={() => setShown(!shown)}
            >
              {shown ? words.hide : words.show}
            </button>
          </div>
          {rated && <Strength password={typed} />}
        </>
      )}
    </Field>
  )
}

/** The space is reserved before anything is typed. */
function Strength({ password }: { password: string }) {
  const strength = passwordStrength(password)
  return (
    <div className="strength" data-strength={strength}>
      <span aria-hidden="true" className="strength-bar" />
      <output className="field-hint">{words.strength[strength]}</output>
    </div>
  )
}
