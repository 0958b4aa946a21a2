/** Password: a new one, typed twice. */
import { useState } from 'react'
import { PASSWORD_CHARACTERS_MIN } from '../../../contract/people/password.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { account as words } from '#words/people/account.ts'
import { registrationToasts as spec } from '#words/people/toasts.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { useForm, type Typed } from '../../lib/use-form.ts'
import { askAuth } from '../../api/session/ask-auth.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { refuseWeakPassword } from '../../lib/weak-password.ts'
import { SectionLayout } from './section-layout.tsx'
import { useConfirmation } from '../../ui/session/use-confirmation.tsx'

type Name = 'password' | 'repeated'

interface PasswordSectionProps {
  session: SignedIn
  /** The server accepts nothing else before. */
  forced: boolean
  onChanged?: () => void
}

export function PasswordSection({ session, forced, onChanged }: PasswordSectionProps) {
  // A new form after each change, so that nothing of the last password stays in it.
  const [changes, setChanges] = useState(0)
  return (
    <SectionLayout section="password">
      {forced && (
        <Banner tone="note" title={words.forcedTitle}>
          {words.forced}
        </Banner>
      )}
      <Card title={words.passwordTitle} level={3}>
        <PasswordForm
          key={changes}
          session={session}
          onChanged={() => {
            setChanges(changes + 1)
            onChanged?.()
          }}
        />
      </Card>
    </SectionLayout>
  )
}

function PasswordForm({ session: { user }, onChanged }: { session: SignedIn; onChanged: () => void }) {
  const { run, step } = useConfirmation(user)
  const { busy, onSubmit, field } = useForm<Name>({
    names: ['password', 'repeated'],
    check,
    async send(typed) {
      try {
        const password = typed('password')
        const done = await run(async () => void (await askAuth((client) => client.updateUser({ password }))))
        if (!done) return
        showToast({ kind: 'plain', title: toasts.passwordChanged, description: toasts.passwordChangedMore })
        onChanged()
      } catch (problem) {
        if (authCode(problem) === 'same_password') return { password: words.passwordSame }
        const weak = refuseWeakPassword(problem)
        if (weak !== undefined) return { password: weak }
        failWithToast(toasts.passwordNotChanged, problem)
      }
    },
  })
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-5">
        {/* For password managers: they store the new password under this name. */}
        <input type="email" name="username" autoComplete="username" defaultValue={user.email} readOnly hidden />
        <PasswordField {...field('password')} label={words.newPassword} autoComplete="new-password" rated />
        <PasswordField {...field('repeated')} label={words.repeatPassword} autoComplete="new-password" />
        <Button type="submit" busy={busy} className="justify-self-start">
          {busy ? words.saving : words.setPassword}
        </Button>
      </form>
      {step}
    </>
  )
}

/** The rules of section 5 of the spec: in its toasts, and at the field. */
function check(typed: Typed<Name>): Partial<Record<Name, string>> {
  if (Array.from(typed('password')).length < PASSWORD_CHARACTERS_MIN) {
    showToast({ kind: 'destructive', isAtFields: true, title: spec.weak, description: spec.weakMore })
    return { password: spec.weakMore }
  }
  if (typed('password') !== typed('repeated')) {
    showToast({ kind: 'destructive', isAtFields: true, title: spec.mismatch, description: spec.mismatchMore })
    return { repeated: spec.mismatchMore }
  }
  return {}
}
