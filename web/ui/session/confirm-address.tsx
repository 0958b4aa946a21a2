/** For an account whose address is not confirmed yet: enter the code of the mail, or request another mail. */
import { FocusedTitle } from '../focused-title.tsx'
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { CaptchaField } from './captcha-field.tsx'
import { CodeForm } from './code-form.tsx'
import { ResendButton } from './resend-button.tsx'
import { codeError } from './code-error.ts'
import { useCaptcha } from '../../lib/use-captcha.ts'
import { confirmAddress as words } from '#words/people/confirm-address.ts'
import { registration } from '#words/people/sign-in.ts'
import { signInToasts as toasts } from '#words/people/toasts.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { welcome } from '../../lib/welcome-toast.ts'

interface ConfirmAddressProps {
  email: string
  /** Whether the mail has just been sent. */
  justSent: boolean
  /** The page that the mailed link opens once it has confirmed the address. */
  returnTo?: '/login' | '/register/aid'
  onOtherAddress: () => void
}

export function ConfirmAddress({ email, justSent, returnTo = '/login', onOtherAddress }: ConfirmAddressProps) {
  const captcha = useCaptcha()
  const confirm = async (token: string) => {
    try {
      const client = await loadAuthClient()
      const { error } = await client.verifyOtp({ email, token, type: 'signup' })
      if (error) throw error
      welcome()
    } catch (problem) {
      return codeError(problem)
    }
  }
  const sendAgain = async () => {
    const options = await captcha.take()
    if (!options) return false
    try {
      const client = await loadAuthClient()
      const emailRedirectTo = `${window.location.origin}${returnTo}`
      const { error } = await client.resend({ type: 'signup', email, options: { ...options, emailRedirectTo } })
      if (error) throw error
      return true
    } catch (problem) {
      failWithToast(toasts.failed, problem)
      return false
    }
  }
  return (
    <section aria-labelledby="confirm-title">
      <FocusedTitle id="confirm-title">{words.title}</FocusedTitle>
      <p className="mt-2">{justSent ? words.sent(email) : words.first(email)}</p>
      <CodeForm label={words.code} hint={words.hint} button={words.button} onCode={(code) => confirm(code)} />
      <CaptchaField captcha={captcha} />
      <ResendButton text={registration.mailAgain} justSent={justSent} onResend={sendAgain} />
      <button type="button" className="link-target" onClick={onOtherAddress}>
        {words.otherAddress}
      </button>
    </section>
  )
}
