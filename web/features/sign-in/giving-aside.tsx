/** Beside the sign-in: giving needs no account, and how to ask for aid without the form. */
import { Link } from '../../lib/router.tsx'
import { useConfig } from '../../api/config.ts'
import { site } from '../../words/site.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { phoneDigits } from '../../lib/phone-digits.ts'
import { registration as words } from '#words/people/sign-in.ts'

/** @param offersGiving where the page itself does not */
export function GivingAside({ offersGiving }: { offersGiving: boolean }) {
  const { email, phone } = useConfig()?.support ?? site.support
  return (
    <div className="grid content-start gap-6">
      {offersGiving && (
        <Card title={words.giveTitle}>
          <p className="mt-3 text-lg font-semibold">{words.giveLine}</p>
          <p className="mt-2">{words.give}</p>
          <Link to="/donate" className={buttonClass('gold', 'mt-5')}>
            {words.giveButton}
          </Link>
        </Card>
      )}
      <Card title={words.aidTitle}>
        <p className="mt-3 text-lg font-semibold">{words.aidLine}</p>
        <p className="mt-2">{words.aid}</p>
        <Link to="/contact" className={buttonClass('outline', 'mt-5')}>
          {words.aidButton}
        </Link>
        <p className="mt-5 text-sm text-soft">{words.orCall}</p>
        <div className="grid justify-items-start">
          <a href={`mailto:${email}`} className="link-target min-h-14 sm:min-h-11">
            <Icon name="mail" /> <EmailText email={email} />
          </a>
          <a href={`tel:${phoneDigits(phone)}`} className="link-target">
            <Icon name="phone" /> {phone}
          </a>
        </div>
      </Card>
    </div>
  )
}
