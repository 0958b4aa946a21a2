/** Before the first second step: confirms the account's address with a mailed code, so that a recovery does not remove the step. */
import { useState } from 'react'
import { ApiProblem, call } from '../../api/client.ts'
import { askAuth } from '../../api/session/ask-auth.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { useAct } from '../../lib/use-act.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { Button } from '../../ui/button.tsx'
import { CodeForm } from '../../ui/session/code-form.tsx'
import { ResendButton } from '../../ui/session/resend-button.tsx'
import { account as words } from '#words/people/account.ts'
import { session as sessionWords } from '#words/people/session.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import { AddPanel } from './add-panel.tsx'

interface ProveAddressProps {
  session: SignedIn
  onCancel: () => void
  /** Called when the address is proven, or the user continues without. */
  onGoOn: () => void
}

/** Whether to ask. An operator vouched for the addresses of administrators. */
export function mustProveAddress({ user, role }: SignedIn): boolean {
  return role !== 'admin' && Boolean(user.email) && user.user_metadata['email_verified'] !== true
}

export function ProveAddress({ session: { bearer, user }, onCancel, onGoOn }: ProveAddressProps) {
  const [isSent, setSent] = useState(false)
  const { busy, run } = useAct()
  const ask = async () => {
    const { needed } = await call('POST /api/account/address-proof', { bearer })
    if (!needed) onGoOn()
    setSent(true)
  }
  const send = () => run(toasts.emailNotSent, ask, failWithToast)
  const confirm = async (code: string) => {
    try {
      await call('POST /api/account/address-proof/confirmation', { bearer, body: { code } })
      // The user of the new session knows that the address is proven.
      await askAuth((client) => client.refreshSession())
      onGoOn()
    } catch (problem) {
      const isWrong = problem instanceof ApiProblem && problem.code === 'code_not_accepted'
      return isWrong ? sessionWords.codeDoesNotFit : problemSentence(problem)
    }
  }
  return (
    <AddPanel title={words.proveTitle} onCancel={onCancel}>
      <p className="mt-2">{words.proveWhy}</p>
      <p className="mt-2 text-soft wrap-anywhere">
        {isSent ? words.proveSent(user.email ?? '') : words.proveLead(user.email ?? '')}
      </p>
      {isSent ? (
        <>
          <CodeForm label={words.emailCode} hint={words.proveHint} button={words.confirmEmail} onCode={confirm} />
          <ResendButton text={words.emailResend} justSent onResend={send} />
        </>
      ) : (
        <Button className="mt-5" busy={busy} onClick={() => void send()}>
          {busy ? words.sending : words.sendEmailCode}
        </Button>
      )}
      <button type="button" className="link-target mt-3" onClick={onGoOn}>
        {words.proveLater}
      </button>
    </AddPanel>
  )
}
