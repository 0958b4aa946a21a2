/** The captcha of a form, with its messages. */
import { SmallButton } from '../button.tsx'
import { session as words } from '#words/people/session.ts'
import type { Captcha } from '../../lib/use-captcha.ts'

export function CaptchaField({ captcha }: { captcha: Captcha }) {
  const { isAsked, setPlace, placeKey, fault, retry } = captcha
  if (!isAsked) return null
  return (
    <fieldset className="field">
      <legend className="field-label">{words.captcha}</legend>
      <div key={placeKey} ref={setPlace} className="captcha" />
      <p role="alert" className="field-error">
        {fault}
      </p>
      {retry && (
        <SmallButton className="mt-2" onClick={retry}>
          {words.captchaRetry}
        </SmallButton>
      )}
    </fieldset>
  )
}
