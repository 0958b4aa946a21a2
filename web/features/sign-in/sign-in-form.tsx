/** The Sign In tab: address and password. */
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { loadAuthClient } from '../session/auth-client.ts'
import { authCode } from '../session/auth-sentence.ts'
import { CaptchaField } from '../session/captcha-field.tsx'
import { useCaptcha } from '../session/use-captcha.ts'
import { useForm } from '../session/use-form.ts'
import { signIn as words } from '#words/sign-in.ts'
import { signInToasts as toasts } from '#words/toasts.ts'
import { emailFault } from './email-fault.ts'
import { failAloud } from './fail-aloud.ts'
import { welcome } from './welcome.ts'

/** @param onUnconfirmed told the address when its owner has not confirmed it yet */
export function SignInForm({ onUnconfirmed }: { onUnconfirmed: (email: string) => void }) {
  const hydrated = useHydrated()
  const captcha = useCaptcha()
  const { busy, onSubmit, field } = useForm({
    names: ['email', 'password'],
    check: (typed) => ({
      email: emailFault(typed('email')),
      password: typed('password') === '' ? words.passwordMissing : undefined,
    }),
    async send(typed) {
      const options = await captcha.take()
      if (!options) return
      const email = typed('email').trim()
      try {
        const client = await loadAuthClient()
        const { data, error } = await client.signInWithPassword({ email, password: typed('password'), options })
        if (error) throw error
        const hasFactor = data.user.factors?.some(({ status }) => status === 'verified') ?? false
        // With a second step it is too early to say so.
        if (!hasFactor) welcome()
      } catch (problem) {
        if (authCode(problem) === 'email_not_confirmed') onUnconfirmed(email)
        else failAloud(toasts.failed, problem)
      }
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-5">
      <TextField
        {...field('email')}
        label={words.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...field('password')} label={words.password} autoComplete="current-password" />
      <CaptchaField captcha={captcha} />
      {/* No submit button until React runs: pressed before, the browser would write the password into the address. */}
      <Button type={hydrated ? 'submit' : 'button'} busy={busy} className="w-full">
        {busy ? words.busy : words.button}
      </Button>
      <Link to="/forgot-password" className="link-target justify-self-start">
        {words.forgot}
      </Link>
    </form>
  )
}
