/**
 * Email and password, for the sign-in of users and of administrators. The caller signs in. If others have guessed too often at the
 * account, the server asks this device for a mailed code before the password.
 */
import { useState } from 'react'
import type { SignInWithPasswordCredentials } from '@supabase/auth-js'
import { Link, useNavigateLater } from '../../lib/router.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { EmailField } from '../../ui/text-field.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { signIn as words } from '#words/people/sign-in.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { CaptchaField } from '../../ui/session/captcha-field.tsx'
import { useCaptcha, type Captcha } from '../../lib/use-captcha.ts'
import { useForm } from '../../lib/use-form.ts'
import { emailError } from '../../lib/email-error.ts'
import { DeviceCode } from './device-code.tsx'

export type Credentials = Extract<SignInWithPasswordCredentials, { email: string }>

interface CredentialsFormProps {
  /** Filled in at first. */
  email?: string | undefined
  button: string
  busyText: string
  /**
   * Signs in, and shows a toast of its own.
   * @returns why it failed, to show beside the form
   * @throws the auth client's error when the device must be made known first
   */
  onCredentials: (credentials: Credentials) => Promise<string | undefined>
}

const NAMES = ['email', 'password'] as const

export function CredentialsForm({ email, button, busyText, onCredentials }: CredentialsFormProps) {
  const hydrated = useHydrated()
  const captcha = useCaptcha()
  const [unknown, setUnknown] = useState<Credentials>()
  const [failed, setFailed] = useState<{ email: string; sentence: string }>()
  const signIn = async (credentials: Credentials) => {
    setFailed(undefined)
    try {
      const sentence = await onCredentials(credentials)
      if (sentence !== undefined) setFailed({ email: credentials.email, sentence })
    } catch (problem) {
      if (!isDeviceUnknown(problem)) throw problem
      setUnknown(credentials)
    }
  }
  const { busy, onSubmit, field, faults } = useForm({
    names: NAMES,
    check: (typed) => ({
      email: emailError(typed('email')),
      password: typed('password') === '' ? words.passwordMissing : undefined,
    }),
    async send(typed) {
      const options = await captcha.take()
      if (options) await signIn({ email: typed('email').trim(), password: typed('password'), options })
    },
  })
  const signInAgain = async (credentials: Credentials) => {
    const options = await captcha.take()
    setUnknown(undefined)
    if (options) await signIn({ ...credentials, options })
  }
  const form = (
    <form onSubmit={onSubmit} noValidate className="grid gap-5" hidden={unknown !== undefined}>
      <ErrorSummary names={NAMES} faults={faults} />
      <EmailField {...field('email')} label={words.email} defaultValue={email} />
      <PasswordField {...field('password')} label={words.password} autoComplete="current-password" />
      <CaptchaField captcha={captcha} />
      {/* No submit button until React runs: pressed before, the browser would write the password into the address. */}
      <Button type={hydrated ? 'submit' : 'button'} busy={busy} className="w-full">
        {busy ? busyText : button}
      </Button>
      {/* Below the button, which stays under the thumb. The toast announces it. */}
      {failed && (
        <Banner tone="bad" title={words.failedTitle}>
          <p>{failed.sentence}</p>
          {failed.sentence === words.mismatch && <Recover email={failed.email} captcha={captcha} />}
        </Banner>
      )}
      <Link to="/forgot-password" className="link-target justify-self-start">
        {words.forgot}
      </Link>
    </form>
  )
  return (
    <>
      {form}
      {unknown && (
        <DeviceCode email={unknown.email} onKnown={() => signInAgain(unknown)} onCancel={() => setUnknown(undefined)} />
      )}
    </>
  )
}

/** Mails a way back in, in one press. Right after a confirmation it is the only one, if someone else had signed up with the address. */
function Recover({ email, captcha }: { email: string; captcha: Captcha }) {
  const navigate = useNavigateLater()
  const [busy, setBusy] = useState(false)
  const recover = async () => {
    setBusy(true)
    const { askRecovery } = await import('./ask-recovery.ts')
    if (await askRecovery(email, captcha)) await navigate('/forgot-password', { state: { sentTo: email } })
    setBusy(false)
  }
  return (
    <>
      <p className="mt-2">{words.mismatchNew}</p>
      {/* Where its code does not come, that page asks for the address. */}
      <Button
        look="outline"
        busy={busy}
        className="mt-3"
        onClick={() => void recover().catch(() => navigate('/forgot-password'))}
      >
        {words.recover}
      </Button>
    </>
  )
}

/** Whether the server asks this device for a mailed code before the password. */
export function isDeviceUnknown(problem: unknown): boolean {
  return authCode(problem) === 'reauthentication_needed'
}

/** The sentence beside the form. The toast keeps the protocol's own. */
export function credentialsFailure(problem: unknown): string {
  return authCode(problem) === 'invalid_credentials' ? words.mismatch : failureSentence(problem)
}
