/** The bottom of every page. */
import { Link } from '../../../lib/router.tsx'
import { OrganisationLines } from '../../../content/organisation-lines.tsx'
import { site } from '../../../words/site.ts'
import { EmailText } from '../../../ui/email-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { shell as words } from '#words/common/shell.ts'
import { phoneDigits } from '../../../lib/phone-digits.ts'

const QUICK_LINKS = [
  ['/', words.home],
  ['/about', words.about],
  ['/success-stories', words.stories],
  ['/donate', words.donate],
  ['/contact', words.contact],
  ['/faq', words.faq],
  ['/receipts', words.receipts],
] as const

// The first two lead to the registration, as the spec has it.
const GET_INVOLVED = [
  ['/register', words.becomeDonor],
  ['/register', words.apply],
  ['/confirm', words.confirm],
] as const

const RULES = [
  ['/privacy', words.privacy],
  ['/terms', words.terms],
  ['/refunds', words.refunds],
  ['/transparency', words.transparency],
] as const

const LICENCE = 'https://www.gnu.org/licenses/agpl-3.0.html'

export function Footer() {
  const { email, phone } = site.support
  return (
    <footer className="footer">
      <div className="wrap footer-columns">
        <p>{words.promise}</p>
        <nav aria-label={words.quickLinks}>
          <p className="footer-title">{words.quickLinks}</p>
          {QUICK_LINKS.map(([to, text]) => (
            <Link key={to} to={to} className="footer-link">
              {text}
            </Link>
          ))}
        </nav>
        <nav aria-label={words.getInvolved}>
          <p className="footer-title">{words.getInvolved}</p>
          {GET_INVOLVED.map(([to, text]) => (
            <Link key={text} to={to} className="footer-link">
              {text}
            </Link>
          ))}
        </nav>
        <div>
          <p className="footer-title">{words.contactTitle}</p>
          <a href={`mailto:${email}`} className="footer-link">
            <Icon name="mail" /> <EmailText email={email} />
          </a>
          <a href={`tel:${phoneDigits(phone)}`} className="footer-link">
            <Icon name="phone" /> {phone}
          </a>
          <p className="footer-link">
            <Icon name="globe" /> {words.global}
          </p>
        </div>
      </div>
      <div className="wrap">
        <OrganisationLines className="pt-2 text-sm text-on-night-soft" />
      </div>
      <p className="wrap footer-end">
        {RULES.map(([to, text]) => (
          <Link key={to} to={to} className="footer-link">
            {text}
          </Link>
        ))}
        <span>
          {words.openSource}{' '}
          <a href={LICENCE} rel="license">
            {words.licence}
          </a>
        </span>
        {site.source_code !== null && (
          <a href={site.source_code} className="footer-link">
            {words.sourceCode}
          </a>
        )}
      </p>
    </footer>
  )
}
