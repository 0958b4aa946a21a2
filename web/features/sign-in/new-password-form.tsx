/** A new password, typed twice. */
import type { User } from '@supabase/auth-js'
import { PASSWORD_CHARACTERS_MIN } from '../../../contract/people/password.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { askAuth } from '../../api/session/ask-auth.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { useForm } from '../../lib/use-form.ts'
import { recovery as words } from '#words/people/recovery.ts'
import { registration } from '#words/people/sign-in.ts'
import { recoveryToasts as toasts } from '#words/people/toasts.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { useConfirmation } from '../../ui/session/use-confirmation.tsx'
import { refuseWeakPassword } from '../../lib/weak-password.ts'

/** Codes of the protocol about the password itself: shown at its field. */
const ABOUT_THE_PASSWORD = new Set(['same_password', 'validation_failed'])

interface NewPasswordFormProps {
  /** The password's owner. */
  user: User
  /** @param user as it is now */
  onChanged: (user: User) => void
}

export function NewPasswordForm({ user, onChanged }: NewPasswordFormProps) {
  const { run, step } = useConfirmation(user)
  const { busy, onSubmit, field } = useForm({
    names: ['password', 'confirm_password'],
    check(typed) {
      const password = typed('password')
      if (Array.from(password).length < PASSWORD_CHARACTERS_MIN) return { password: registration.short }
      return { confirm_password: typed('confirm_password') === password ? undefined : registration.differs }
    },
    async send(typed) {
      try {
        await run(async () => {
          const changed = await askAuth((client) => client.updateUser({ password: typed('password') }))
          showToast({ kind: 'plain', title: toasts.changed, description: toasts.changedMore })
          onChanged(changed.user)
        })
      } catch (problem) {
        const weak = refuseWeakPassword(problem)
        if (weak !== undefined) return { password: weak }
        const isAboutIt = ABOUT_THE_PASSWORD.has(authCode(problem) ?? '')
        if (isAboutIt && problem instanceof Error) return { password: problem.message }
        failWithToast(toasts.failed, problem)
      }
    },
  })
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="grid gap-5">
        <p>{words.resetLead}</p>
        <input type="email" value={user.email ?? ''} autoComplete="username" readOnly hidden />
        <PasswordField {...field('password')} label={words.password} autoComplete="new-password" rated />
        <PasswordField {...field('confirm_password')} label={words.confirmPassword} autoComplete="new-password" />
        <Button type="submit" busy={busy} className="w-full">
          {busy ? words.busy : words.button}
        </Button>
      </form>
      {step}
    </>
  )
}
