/** Below the registration: how to ask for aid without the form. */
import { useConfig } from '../../api/config.ts'
import { site } from '../../words/site.ts'
import { EmailText } from '../../ui/email-text.tsx'
import { phoneDigits } from '../../lib/phone-digits.ts'
import { registration as words } from '#words/people/sign-in.ts'

export function TalkInstead() {
  const { email, phone } = useConfig()?.support ?? site.support
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-soft">
      {words.talk}
      <a href={`tel:${phoneDigits(phone)}`} className="link-target">
        {phone}
      </a>
      <a href={`mailto:${email}`} className="link-target">
        <EmailText email={email} />
      </a>
    </p>
  )
}
