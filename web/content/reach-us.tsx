/** The ways to reach us that work without JavaScript, in one line. */
import { site } from '../words/site.ts'
import { phoneDigits } from '../lib/phone-digits.ts'
import { ui as words } from '#words/common/ui.ts'

export function ReachUs() {
  const { email, phone } = site.support
  return (
    <p className="mt-2 font-semibold">
      <a href="/contact" className="link">
        {words.writeToUs}
      </a>{' '}
      ·{' '}
      <a href={`mailto:${email}`} className="link">
        {email}
      </a>{' '}
      ·{' '}
      <a href={`tel:${phoneDigits(phone)}`} className="link whitespace-nowrap">
        {phone}
      </a>
    </p>
  )
}
