/** The administrators' sign-in: address and password, and the role that goes with them. */
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { adminAuth } from '#words/administration.ts'
import { signIn as words } from '#words/sign-in.ts'
import { administrationToasts as toasts } from '#words/toasts.ts'
import { CaptchaField } from '../session/captcha-field.tsx'
import { useCaptcha } from '../session/use-captcha.ts'
import { useForm } from '../session/use-form.ts'
import { emailFault } from './email-fault.ts'
import { failAloud } from './fail-aloud.ts'
import { signInAsAdministrator } from './sign-in-as-administrator.ts'

/** @param onGranted told when nothing more is to be done; a second step is still to come otherwise */
export function AdminSignInForm({ onGranted }: { onGranted: () => void }) {
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
      try {
        const outcome = await signInAsAdministrator({
          email: typed('email').trim(),
          password: typed('password'),
          options,
        })
        if (outcome === 'no_access') {
          showToast({ kind: 'destructive', title: toasts.failed, description: toasts.noAccess })
        } else if (outcome === 'granted') onGranted()
      } catch (problem) {
        failAloud(toasts.failed, problem)
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
        {busy ? adminAuth.busy : adminAuth.button}
      </Button>
      <Link to="/forgot-password" className="link-target justify-self-start">
        {words.forgot}
      </Link>
    </form>
  )
}
