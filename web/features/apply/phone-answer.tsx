/**
 * The last step of a request by telephone: a texted code opens the account of the number, and the request is sent at once. Until then
 * nothing has left the device but the number.
 */
import { useState } from 'react'
import { cleanPasted } from '../../../contract/platform/pasted-text.ts'
import { askAuth } from '../../api/session/ask-auth.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { isComplete } from '../../api/session/session.ts'
import { useSession } from '../../api/session/session-provider.tsx'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { signOutWithToast } from '../../lib/sign-out.ts'
import { useCaptcha } from '../../lib/use-captcha.ts'
import { Button } from '../../ui/button.tsx'
import { FocusedTitle } from '../../ui/focused-title.tsx'
import { CaptchaField } from '../../ui/session/captcha-field.tsx'
import { codeError } from '../../ui/session/code-error.ts'
import { CodeForm } from '../../ui/session/code-form.tsx'
import { ResendButton } from '../../ui/session/resend-button.tsx'
import { SecondStepOnDemand } from '../../ui/session/second-step-on-demand.tsx'
import { aid } from '#words/aid/aid.ts'
import { phoneAnswer as words } from '#words/aid/phone-answer.ts'
import { signInToasts as toasts } from '#words/people/toasts.ts'
import { phoneSignIn } from '#words/people/phone-sign-in.ts'
import { signIn } from '#words/people/sign-in.ts'
import type { AidState } from './aid-request.ts'
import { advance, START } from './flow.ts'
import { SendingStatus } from './sending-status.tsx'
import { submit } from './submit.ts'
import { registrationRequest as request } from './use-aid-request.ts'
import type { FormSteps } from './use-form-steps.ts'
import { useResume } from './use-resume.ts'

interface PhoneAnswerProps {
  state: AidState
  formSteps: FormSteps
}

export function PhoneAnswer({ state, formSteps: { back, change } }: PhoneAnswerProps) {
  const session = useSession()
  const { draft, run } = state
  const { userId, waiting } = draft.progress
  const running = run.is === 'running'
  const isProven = running || (session.is === 'in' && session.user.id === userId)
  const isReady = session.is === 'in' && isProven && isComplete(session)
  useResume(request, state, isReady, () => undefined)
  return (
    <>
      {!isProven ? (
        <Prove
          phone={cleanPasted(draft.texts.phone ?? '')}
          isSent={waiting === 'code'}
          onOther={() => change('reach')}
        />
      ) : running || isReady ? (
        <section className="grid gap-5">
          <FocusedTitle>{words.answerTitle}</FocusedTitle>
          {!running && <p>{words.goOn}</p>}
          <Button busy={running} onClick={() => void submit(request, null)}>
            {running ? aid.sending : aid.continue}
          </Button>
        </section>
      ) : (
        session.is === 'in' && (
          <SecondStepOnDemand
            user={session.user}
            onDone={() => void submit(request, null)}
            cancel={{ text: signIn.cancelSecondStep, onCancel: () => void signOutWithToast('local') }}
          />
        )
      )}
      <SendingStatus request={request} state={state} running={running} />
      {!running && (
        <button type="button" className="link-target justify-self-start" onClick={back}>
          {words.back}
        </button>
      )}
    </>
  )
}

interface ProveProps {
  phone: string
  /** Whether a code was sent, perhaps before a reload. */
  isSent: boolean
  onOther: () => void
}

function Prove({ phone, isSent, onOther }: ProveProps) {
  const captcha = useCaptcha()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  /** @returns whether it was sent */
  const send = async (): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setFault(undefined)
    try {
      const options = await captcha.take()
      if (!options) return false
      await askAuth((client) => client.signInWithOtp({ phone, options }))
      request.setProgress({ ...START, waiting: 'code' })
      return true
    } catch (problem) {
      if (authCode(problem) === 'validation_failed') setFault(words.notThisNumber)
      else failWithToast(toasts.failed, problem)
      return false
    } finally {
      setBusy(false)
    }
  }
  return (
    <section>
      <FocusedTitle key={String(isSent)}>{isSent ? words.codeTitle : words.answerTitle}</FocusedTitle>
      <p className="mt-2 wrap-anywhere">{isSent ? phoneSignIn.sent(phone) : words.answerLead(phone)}</p>
      {!isSent && <p className="mt-2 text-soft">{words.shared}</p>}
      <p role="alert" className="field-error mt-2">
        {fault}
      </p>
      {isSent ? (
        <CodeForm
          label={phoneSignIn.codeLabel}
          hint={phoneSignIn.codeHint}
          button={words.send}
          onCode={(code) => redeem(phone, code)}
        />
      ) : (
        <Button busy={busy} className="mt-5 w-full" onClick={() => void send()}>
          {busy ? phoneSignIn.sending : phoneSignIn.send}
        </Button>
      )}
      <CaptchaField captcha={captcha} />
      {isSent && (
        <>
          <ResendButton text={phoneSignIn.again} justSent onResend={send} />
          <p className="mt-4 text-soft">{words.nothingCame}</p>
        </>
      )}
      <button type="button" className="link-target mt-4" onClick={onOther}>
        {words.otherNumber}
      </button>
    </section>
  )
}

/** Opens the account, and sends the request. @returns the error when the code is refused */
async function redeem(phone: string, token: string): Promise<string | undefined> {
  try {
    const { user } = await askAuth((client) => client.verifyOtp({ phone, token, type: 'sms' }))
    if (!user) throw new TypeError('the code was accepted without an account')
    request.setProgress(advance(START, { is: 'account', userId: user.id }))
    const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false
    if (!hasFactor) void submit(request, null)
    return undefined
  } catch (problem) {
    return codeError(problem)
  }
}
