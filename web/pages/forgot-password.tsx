/** /forgot-password: recovery by email for users who have forgotten their password. */
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from '../lib/router.tsx'
import { askRecovery } from '../features/sign-in/ask-recovery.ts'
import { isRecord } from '../api/is-record.ts'
import { emailError } from '../lib/email-error.ts'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { RecoveryCode } from '../features/sign-in/recovery-code.tsx'
import { CaptchaField } from '../ui/session/captcha-field.tsx'
import { ResendButton } from '../ui/session/resend-button.tsx'
import { useSession } from '../api/session/session-provider.tsx'
import { prepareSessionOnIntent } from '../api/session/start-session.ts'
import { useCaptcha } from '../lib/use-captcha.ts'
import { useForm } from '../lib/use-form.ts'
import { Button } from '../ui/button.tsx'
import { FocusedTitle } from '../ui/focused-title.tsx'
import { EmailField } from '../ui/text-field.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { recovery as words } from '#words/people/recovery.ts'
import { registration, signIn } from '#words/people/sign-in.ts'

export const meta = () => [{ title: words.forgotMetaTitle }, { name: 'robots', content: 'noindex' }]

export default function ForgotPasswordPage() {
  const [email, setEmail] = useState<string>()
  const { state } = useLocation()
  const hydrated = useHydrated()
  useEffect(prepareSessionOnIntent, [])
  // The sign-in page has mailed it already. The prerendered page asks for the address.
  const sentTo = isRecord(state) ? state['sentTo'] : undefined
  const sent = email ?? (hydrated && typeof sentTo === 'string' ? sentTo : undefined)
  return (
    <>
      <LanguageBar stays />
      <div className="wrap section max-w-2xl">
        <h1 className="text-3xl">{words.forgotTitle}</h1>
        <div className="card mt-8">
          {sent === undefined ? <AddressStep onSent={setEmail} /> : <CodeStep email={sent} />}
          <NoScript />
        </div>
        <Link to="/login" className="link-target mt-6">
          {words.backToSignIn}
        </Link>
      </div>
    </>
  )
}

function AddressStep({ onSent }: { onSent: (email: string) => void }) {
  const hydrated = useHydrated()
  const captcha = useCaptcha()
  const { busy, onSubmit, field } = useForm({
    names: ['email'],
    check: (typed) => ({ email: emailError(typed('email')) }),
    async send(typed) {
      const email = typed('email').trim()
      if (await askRecovery(email, captcha)) onSent(email)
    },
  })
  return (
    <form method="dialog" onSubmit={onSubmit} noValidate className="needs-script grid gap-5">
      <p>{words.forgotLead}</p>
      <EmailField {...field('email')} label={signIn.email} />
      <CaptchaField captcha={captcha} />
      <Button type={hydrated ? 'submit' : 'button'} busy={busy} className="w-full">
        {busy ? words.forgotBusy : words.forgotButton}
      </Button>
    </form>
  )
}

/** The code opens a session on this page, and the next page asks for the new password. */
function CodeStep({ email }: { email: string }) {
  const captcha = useCaptcha()
  const session = useSession()
  const navigate = useNavigate()
  const [wasIn] = useState(session.is === 'in')
  const isIn = session.is === 'in' && !wasIn
  useEffect(() => {
    if (isIn) void navigate('/reset-password', { replace: true })
  }, [isIn, navigate])
  return (
    <section aria-labelledby="sent-title">
      <FocusedTitle id="sent-title">{words.sentTitle}</FocusedTitle>
      <p className="mt-2">{words.sent(email)}</p>
      <RecoveryCode email={email} />
      <CaptchaField captcha={captcha} />
      <ResendButton text={registration.mailAgain} justSent onResend={() => askRecovery(email, captcha)} />
    </section>
  )
}
