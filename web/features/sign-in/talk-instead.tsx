/** Below the registration: how to ask for aid without the form. */
import { Link } from '../../lib/router.tsx'
import { useConfig } from '../../api/config.ts'
import { site } from '../../words/site.ts'
import { phoneDigits } from '../../lib/phone-digits.ts'
import { registration as words } from '#words/people/sign-in.ts'

export function TalkInstead() {
  const { phone } = useConfig()?.support ?? site.support
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-soft">
      {words.talk}
      <a href={`tel:${phoneDigits(phone)}`} className="link-target">
        {words.call(phone)}
      </a>
      <Link to="/contact" className="link-target">
        {words.aidButton}
      </Link>
    </p>
  )
}
