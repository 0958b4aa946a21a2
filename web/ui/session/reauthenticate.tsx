/**
 * Confirms that it is still the user, who signed in more than ten minutes ago: with the password, or with an emailed or texted code. After that
 * the session counts as newly signed in.
 */
import { useState } from 'react'
import type { User } from '@supabase/auth-js'
import { askAuth } from '../../api/session/ask-auth.ts'
import { authCode, authSentence } from '../../api/session/auth-sentence.ts'
import { hasPassword } from '../../api/session/assurance.ts'
import { useForm } from '../../lib/use-form.ts'
import { session as words } from '#words/people/session.ts'
import { Button } from '../button.tsx'
import { FocusedTitle } from '../focused-title.tsx'
import { PasswordField } from '../password-field.tsx'
import { CodeForm } from './code-form.tsx'
import { ResendButton } from './resend-button.tsx'
import { codeError } from './code-error.ts'

interface ReauthenticateProps {
  user: User
  /** Called when the server has accepted the password or the code. */
  onDone: () => void
  cancel: { text: string; onCancel: () => void }
}

export function Reauthenticate({ user, onDone, cancel }: ReauthenticateProps) {
  // An account with a linked sign-in only has no password.
  const asksPassword = hasPassword(user)
  // Without an address the code comes by text message.
  const byText = !user.email
  const [isCodeSent, setCodeSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const send = async () => {
    setBusy(true)
    setFault('')
    try {
      await askAuth((client) => client.reauthenticate())
    } catch (problem) {
      // One was sent less than a minute ago: it can be used.
      if (authCode(problem) !== 'over_email_send_rate_limit') {
        setFault(authSentence(problem))
        return false
      }
    } finally {
      setBusy(false)
    }
    setCodeSent(true)
    return true
  }
  return (
    <section aria-labelledby="reauthenticate-title">
      <FocusedTitle id="reauthenticate-title">{words.recentTitle}</FocusedTitle>
      <p className="mt-2 text-soft">{words.recent}</p>
      {asksPassword && !isCodeSent && <PasswordProof email={user.email ?? ''} onDone={onDone} />}
      {isCodeSent && (
        <>
          <CodeForm
            label={byText ? words.phoneLabel : words.recentCode}
            hint={byText ? words.phoneHint : words.recentCodeHint}
            button={words.confirm}
            onCode={async (nonce) => {
              try {
                await askAuth((client) => client.updateUser({ nonce }))
              } catch (problem) {
                return codeError(problem)
              }
              onDone()
            }}
          />
          <ResendButton text={words.sendCodeAgain} justSent onResend={send} />
        </>
      )}
      {!isCodeSent && (
        <Button
          look={asksPassword ? 'outline' : 'primary'}
          busy={busy}
          className="mt-4 w-full"
          onClick={() => void send()}
        >
          {byText ? words.sendCode : asksPassword ? words.recentByMail : words.recentByMailOnly}
        </Button>
      )}
      <p role="alert" className="field-error">
        {fault}
      </p>
      <button type="button" className="link-target" onClick={cancel.onCancel}>
        {cancel.text}
      </button>
    </section>
  )
}

function PasswordProof({ email, onDone }: { email: string; onDone: () => void }) {
  const { busy, onSubmit, field } = useForm<'password'>({
    names: ['password'],
    check: (typed) => (typed('password') === '' ? { password: words.recentPasswordMissing } : {}),
    async send(typed) {
      try {
        await askAuth((client) => client.updateUser({ current_password: typed('password') }))
      } catch (problem) {
        const isWrong = authCode(problem) === 'current_password_invalid'
        return { password: isWrong ? words.recentPasswordWrong : authSentence(problem) }
      }
      onDone()
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-5">
      <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField {...field('password')} label={words.recentPassword} autoComplete="current-password" />
      <Button type="submit" busy={busy} className="w-full">
        {busy ? words.checkingCode : words.confirm}
      </Button>
    </form>
  )
}
