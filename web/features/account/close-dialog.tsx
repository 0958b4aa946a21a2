/** Confirms closing the account: what is erased, what is kept, the password, and a checkbox. */
import { useState } from 'react'
import { ApiProblem, call } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { account as words } from '#words/people/account.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import { hasPassword } from '../../api/session/assurance.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { useConfirmation } from '../../ui/session/use-confirmation.tsx'
import { WithdrawnPart } from './withdrawn-part.tsx'

interface CloseDialogProps {
  session: SignedIn
  onClosed: () => void
  onClose: () => void
}

export function CloseDialog({ session, onClosed, onClose }: CloseDialogProps) {
  const { busy, onSubmit, field, asksPassword, refused, step } = useClosing({ session, onClosed })
  const { error: notSure, readOnly: _, ...sure } = field('sure')
  return (
    <Dialog title={words.closeDialogTitle} lead={words.closeLead} {...((!busy || step) && { onClose })}>
      <WithdrawnPart session={session} />
      <Consequences title={words.erasedTitle} lines={words.erased} />
      <Consequences title={words.staysTitle} lines={words.stays} />
      <form onSubmit={onSubmit} noValidate className="mt-6 grid gap-5" hidden={step !== null}>
        <input type="email" value={session.user.email} autoComplete="username" readOnly hidden />
        {asksPassword && (
          <PasswordField {...field('password')} label={words.closePassword} autoComplete="current-password" />
        )}
        <div>
          <Checkbox {...sure} label={words.closeSure} />
          <p className="field-error" aria-live="polite">
            {notSure}
          </p>
        </div>
        <div role="alert" className="empty:hidden">
          {refused !== undefined && (
            <Banner tone="bad" title={toasts.closureFailed}>
              {refused}
            </Banner>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="danger" busy={busy} className="grow">
            {busy ? words.closing : words.closeForGood}
          </Button>
          <Button look="outline" className="grow" onClick={busy ? undefined : onClose}>
            {words.keep}
          </Button>
        </div>
      </form>
      {step}
    </Dialog>
  )
}

/** Closes the account once its form is sent. */
function useClosing({ session, onClosed }: Omit<CloseDialogProps, 'onClose'>) {
  const { user, bearer } = session
  // An account with a linked sign-in only has no password.
  const asksPassword = hasPassword(user)
  const { run, step } = useConfirmation(user)
  const [refused, setRefused] = useState<string>()
  const form = useForm<'password' | 'sure'>({
    names: ['password', 'sure'],
    check: (typed) => ({
      ...(asksPassword && typed('password') === '' && { password: words.closePasswordMissing }),
      ...(typed('sure') === '' && { sure: words.closeSureMissing }),
    }),
    async send(typed) {
      setRefused(undefined)
      const body = asksPassword ? { password: typed('password') } : {}
      try {
        const done = await run(async () => void (await call('POST /api/account/closure', { body, bearer })))
        if (done) onClosed()
      } catch (problem) {
        if (problem instanceof ApiProblem && problem.code === 'wrong_password')
          return { password: words.closePasswordWrong }
        console.warn('The account could not be closed.', problem)
        setRefused(problemSentence(problem))
      }
    },
  })
  return { ...form, asksPassword, refused, step }
}

function Consequences({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <h3 className="mt-5 font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
