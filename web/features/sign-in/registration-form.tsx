/** The Register tab's form for just an account. A request for aid has its own form. */
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { PASSWORD_CHARACTERS_MIN } from '../../../contract/people/password.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { EmailField, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { PrivacyNote } from '../../lib/privacy-note.tsx'
import { shownVersion } from '../../words/site.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { CaptchaField } from '../../ui/session/captcha-field.tsx'
import { useCaptcha } from '../../lib/use-captcha.ts'
import { useForm, type FormErrors, type Typed } from '../../lib/use-form.ts'
import { registration as words } from '#words/people/sign-in.ts'
import { registrationToasts as toasts } from '#words/people/toasts.ts'
import { emailError } from '../../lib/email-error.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { refuseWeakPassword } from '../../lib/weak-password.ts'

const NAMES = ['first_name', 'last_name', 'email', 'password', 'confirm_password'] as const
type Name = (typeof NAMES)[number]

/** @param onUnconfirmed called with the address when its owner has to confirm a mail first */
export function RegistrationForm({ onUnconfirmed }: { onUnconfirmed: (email: string) => void }) {
  const hydrated = useHydrated()
  const captcha = useCaptcha()
  const { busy, faults, onSubmit, field } = useForm({
    names: NAMES,
    check: checkWithToast,
    async send(typed) {
      const options = await captcha.take()
      if (!options) return
      const email = typed('email').trim()
      try {
        const state = await signUp(typed, email, options)
        if (state === 'unconfirmed') onUnconfirmed(email)
      } catch (problem) {
        const weak = refuseWeakPassword(problem)
        if (weak !== undefined) return { password: weak }
        failWithToast(toasts.failed, problem)
        if (authCode(problem) === 'user_already_exists') return { email: toasts.orReset }
      }
    },
  })
  const line = (name: Name) => ({ ...field(name), label: words.labels[name] })
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-5 sm:grid-cols-2">
      <div className="empty:hidden sm:col-span-2">
        <ErrorSummary names={NAMES} faults={faults} />
      </div>
      <p className="text-soft sm:col-span-2">{words.accountLead}</p>
      <TextField {...line('first_name')} autoComplete="given-name" />
      <TextField {...line('last_name')} autoComplete="family-name" />
      <div className="sm:col-span-2">
        <EmailField {...line('email')} />
      </div>
      <div className="sm:col-span-2">
        <PasswordField {...line('password')} autoComplete="new-password" rated />
      </div>
      <div className="sm:col-span-2">
        <PasswordField {...line('confirm_password')} autoComplete="new-password" />
      </div>
      <div className="grid gap-5 sm:col-span-2">
        <CaptchaField captcha={captcha} />
        <PrivacyNote about="account" />
        <Button type={hydrated ? 'submit' : 'button'} busy={busy} className="w-full">
          {busy ? words.busy : words.button}
        </Button>
      </div>
    </form>
  )
}

/** All errors at once, at the fields; the toast has the first one in the order of section 5 of the spec. */
function checkWithToast(typed: Typed<Name>): FormErrors<Name> {
  const [password, again] = [typed('password'), typed('confirm_password')]
  const missing = NAMES.filter((name) => typed(name).trim() === '')
  const differs = password !== again && !missing.includes('password') && !missing.includes('confirm_password')
  const isShort = Array.from(password).length < PASSWORD_CHARACTERS_MIN && !missing.includes('password')
  if (missing.length > 0)
    refuse(toasts.missing, toasts.missingMore(missing.map((name) => words.labels[name]).join(', ')))
  else if (differs) refuse(toasts.mismatch, toasts.mismatchMore)
  else if (isShort) refuse(toasts.weak, toasts.weakMore)
  return {
    email: emailError(typed('email')),
    ...(differs && { confirm_password: words.differs }),
    ...(isShort && { password: words.short }),
    ...Object.fromEntries(missing.map((name) => [name, words.missing[name]])),
  }
}

/** @throws the auth client's error */
async function signUp(typed: Typed<Name>, email: string, captcha: object): Promise<'ready' | 'unconfirmed' | 'none'> {
  const client = await loadAuthClient()
  const { data, error } = await client.signUp({
    email,
    password: typed('password'),
    options: {
      ...captcha,
      emailRedirectTo: `${window.location.origin}/login`,
      data: {
        full_name: `${typed('first_name').trim()} ${typed('last_name').trim()}`,
        role: 'beneficiary',
        terms_version: shownVersion('terms'),
      },
    },
  })
  if (error) throw error
  if (!data.user) {
    refuse(toasts.error, toasts.noUser)
    return 'none'
  }
  if (!data.session) return 'unconfirmed'
  showToast({ kind: 'plain', title: toasts.accountReady, description: toasts.accountReadyMore })
  return 'ready'
}

function refuse(title: string, description: string): void {
  showToast({ kind: 'destructive', isAtFields: true, title, description })
}
