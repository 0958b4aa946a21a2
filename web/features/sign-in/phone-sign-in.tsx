/** Signs in with a telephone number and the code that is texted to it. The answer is the same for every number, so the page is too. */
import { useState } from 'react'
import { askAuth } from '../../api/session/ask-auth.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { useCaptcha } from '../../lib/use-captcha.ts'
import { useForm } from '../../lib/use-form.ts'
import { welcome } from '../../lib/welcome-toast.ts'
import { Button } from '../../ui/button.tsx'
import { FocusedTitle } from '../../ui/focused-title.tsx'
import { CaptchaField } from '../../ui/session/captcha-field.tsx'
import { codeError } from '../../ui/session/code-error.ts'
import { CodeForm } from '../../ui/session/code-form.tsx'
import { ResendButton } from '../../ui/session/resend-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { signInToasts as toasts } from '#words/people/toasts.ts'
import { phoneSignIn as words } from '#words/people/phone-sign-in.ts'

export function PhoneSignIn({ onBack }: { onBack: () => void }) {
  const captcha = useCaptcha()
  const [sentTo, setSentTo] = useState<string>()
  /** @returns why the number was refused; null where a toast has said it */
  const send = async (phone: string): Promise<string | null | undefined> => {
    const options = await captcha.take()
    if (!options) return null
    try {
      await askAuth((client) => client.signInWithOtp({ phone, options }))
      setSentTo(phone)
    } catch (problem) {
      if (authCode(problem) === 'validation_failed') return words.phoneWrong
      failWithToast(toasts.failed, problem)
      return null
    }
  }
  const { busy, onSubmit, field } = useForm({
    names: ['phone'],
    check: (typed) => ({ phone: typed('phone').trim() === '' ? words.phoneMissing : undefined }),
    send: async (typed) => ({ phone: (await send(typed('phone').trim())) ?? undefined }),
  })
  return (
    <section aria-labelledby="phone-title">
      <FocusedTitle key={sentTo} id="phone-title">
        {sentTo === undefined ? words.title : words.codeTitle}
      </FocusedTitle>
      <p className="mt-2 wrap-anywhere text-soft">{sentTo === undefined ? words.lead : words.sent(sentTo)}</p>
      <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-5" hidden={sentTo !== undefined}>
        <TextField
          {...field('phone')}
          label={words.phone}
          hint={words.phoneHint}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <Button type="submit" busy={busy} className="w-full">
          {busy ? words.sending : words.send}
        </Button>
      </form>
      {sentTo !== undefined && (
        <CodeForm
          label={words.codeLabel}
          hint={words.codeHint}
          button={words.button}
          onCode={(code) => redeem(sentTo, code)}
        />
      )}
      <CaptchaField captcha={captcha} />
      {sentTo !== undefined && (
        <>
          <ResendButton text={words.again} justSent onResend={async () => (await send(sentTo)) === undefined} />
          <p className="mt-4 text-soft">{words.nothingCame}</p>
          <button type="button" className="link-target mt-4" onClick={() => setSentTo(undefined)}>
            {words.otherNumber}
          </button>
        </>
      )}
      <p>
        <button type="button" className="link-target mt-4" onClick={onBack}>
          {words.back}
        </button>
      </p>
    </section>
  )
}

/** @returns the error when the code is refused */
async function redeem(phone: string, token: string): Promise<string | undefined> {
  try {
    const { user } = await askAuth((client) => client.verifyOtp({ phone, token, type: 'sms' }))
    const hasFactor = user?.factors?.some(({ status }) => status === 'verified') ?? false
    // With a second step still to do, it is too early for the toast.
    if (!hasFactor) welcome()
    return undefined
  } catch (problem) {
    return codeError(problem)
  }
}
