/** The email address: the current one, a pending one, and changing it. */
import { useState } from 'react'
import type { User } from '@supabase/auth-js'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { account as words } from '#words/people/account.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { CaptchaField } from '../../ui/session/captcha-field.tsx'
import { CodeForm } from '../../ui/session/code-form.tsx'
import { ResendButton } from '../../ui/session/resend-button.tsx'
import { codeError } from '../../ui/session/code-error.ts'
import { useCaptcha } from '../../lib/use-captcha.ts'
import { useForm } from '../../lib/use-form.ts'
import { askAuth } from '../../api/session/ask-auth.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { addressOf } from './sections.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { useConfirmation } from '../../ui/session/use-confirmation.tsx'

export function EmailCard({ user }: { user: User }) {
  const [writing, setWriting] = useState(false)
  const [justSent, setJustSent] = useState(false)
  const { place, focusBack } = useFocusBack()
  const pending = user.new_email ?? ''
  return (
    <Card title={words.emailTitle} level={3}>
      <div ref={place} tabIndex={-1} className="outline-none">
        <p className="mt-3">
          {user.email ? (
            <>
              <span className="text-soft">{words.emailNow}</span>{' '}
              <strong className="wrap-anywhere">{user.email}</strong>
            </>
          ) : (
            words.noEmail
          )}
        </p>
        {pending !== '' && !writing && (
          <PendingEmail
            key={pending}
            user={user}
            pending={pending}
            justSent={justSent}
            onOther={() => focusBack(() => setWriting(true))}
          />
        )}
        {writing && (
          <NewEmailForm
            user={user}
            onSent={() =>
              focusBack(() => {
                setJustSent(true)
                setWriting(false)
              })
            }
            onCancel={() => focusBack(() => setWriting(false))}
          />
        )}
        {pending === '' && !writing && (
          <SmallButton className="mt-4" onClick={() => focusBack(() => setWriting(true))}>
            {user.email ? words.changeEmail : words.addEmail}
          </SmallButton>
        )}
      </div>
    </Card>
  )
}

/** Requests the change. This alone changes nothing: it sends the mail, and the reply shows what is pending. */
function requestChange(email: string) {
  return askAuth((client) => client.updateUser({ email }, { emailRedirectTo: wayBack() }))
}

/** The page that the link in the mail opens. */
function wayBack(): string {
  return window.location.origin + addressOf('profile')
}

interface NewEmailFormProps {
  user: User
  onSent: () => void
  onCancel: () => void
}

function NewEmailForm({ user, onSent, onCancel }: NewEmailFormProps) {
  const { run, step } = useConfirmation(user)
  const { busy, onSubmit, field } = useForm<'email'>({
    names: ['email'],
    check(typed) {
      const email = typed('email').trim()
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return { email: words.emailIncomplete }
      return email.toLowerCase() === user.email?.toLowerCase() ? { email: words.emailSame } : {}
    },
    async send(typed) {
      try {
        const done = await run(async () => void (await requestChange(typed('email').trim())))
        if (done) onSent()
      } catch (problem) {
        if (authCode(problem) === 'email_exists') return { email: words.emailTaken }
        failWithToast(toasts.emailNotSent, problem)
      }
    },
  })
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-5">
        <TextField
          {...field('email')}
          type="email"
          autoComplete="email"
          spellCheck={false}
          label={words.newEmail}
          hint={words.newEmailHint}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {busy ? words.sending : words.sendEmailCode}
          </Button>
          <Button look="quiet" onClick={onCancel}>
            {words.cancel}
          </Button>
        </div>
      </form>
      {step}
    </>
  )
}

interface PendingEmailProps {
  user: User
  pending: string
  justSent: boolean
  onOther: () => void
}

function PendingEmail({ user, pending, justSent, onOther }: PendingEmailProps) {
  const [half, setHalf] = useState<string>()
  const captcha = useCaptcha()
  const confirm = async (token: string) => {
    try {
      if (await isComplete(user, pending, token)) {
        showToast({ kind: 'plain', title: toasts.emailChanged, description: toasts.emailChangedMore(pending) })
      } else setHalf(user.email ?? '')
    } catch (problem) {
      return codeError(problem)
    }
  }
  const resend = async () => {
    const options = await captcha.take()
    if (!options) return false
    try {
      // Not another change: that would forget the half that is already confirmed.
      await askAuth((client) =>
        client.resend({
          type: 'email_change',
          email: user.email ?? '',
          options: { ...options, emailRedirectTo: wayBack() },
        }),
      )
      return true
    } catch (problem) {
      failWithToast(toasts.emailNotSent, problem)
      return false
    }
  }
  return (
    <div className="mt-6 border-t border-line pt-6">
      <p className="font-semibold wrap-anywhere">{words.emailPending(pending)}</p>
      <p className="mt-1 text-sm text-soft">{words.emailPendingMore}</p>
      <output className="mt-2 block font-semibold wrap-anywhere empty:hidden">
        {half !== undefined && words.halfConfirmed(half)}
      </output>
      <CodeForm key={half} label={words.emailCode} button={words.confirmEmail} onCode={confirm} />
      <CaptchaField captcha={captcha} />
      <ResendButton text={words.emailResend} justSent={justSent} onResend={resend} />
      <button type="button" className="link-target" onClick={onOther}>
        {words.otherEmail}
      </button>
    </div>
  )
}

/**
 * Accepts the code of either mail: where both addresses must agree, each gets its own.
 * @returns whether the address has changed; false while the other mail's code is outstanding
 */
async function isComplete(user: User, pending: string, token: string): Promise<boolean> {
  const take = (email: string) => askAuth((client) => client.verifyOtp({ email, token, type: 'email_change' }))
  try {
    return (await take(pending)).session !== null
  } catch (problem) {
    if (authCode(problem) !== 'otp_expired' || !user.email) throw problem
    return (await take(user.email)).session !== null
  }
}
