/** The other ways to reach us: beside the form, and readable without JavaScript. */
import type { ReactNode } from 'react'
import { Link } from '../../../lib/router.tsx'
import { contactCards, emergencyContacts } from '../../../content/contact.ts'
import { site } from '../../../words/site.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { contact as words } from '#words/office/contact.ts'
import { phoneDigits, whatsappAddress } from '../../../lib/phone-digits.ts'

export function ReachCards() {
  const { email, phone } = site.support
  const { remote, response } = contactCards
  return (
    <section aria-labelledby="ways-title">
      <h2 id="ways-title" className="sr-only">
        {words.ways}
      </h2>
      <div className="tiles gap-4 [--tile:17rem]">
        <ReachCard icon="mail" title={words.email}>
          {/* Two lines high: the configured address may be longer than the prerendered one. */}
          <a href={`mailto:${email}`} className="link-target -mb-2 min-h-14 items-start">
            <EmailText email={email} />
          </a>
        </ReachCard>
        <ReachCard icon="phone" title={words.phone}>
          <a href={`tel:${phoneDigits(phone)}`} className="link-target -mb-2 items-start">
            {phone}
          </a>
          {words.languages !== '' && <p className="mt-1 text-soft">{words.languages}</p>}
        </ReachCard>
        {site.whatsapp !== null && (
          <ReachCard icon="phone" title={words.whatsapp}>
            <a href={whatsappAddress(site.whatsapp)} className="link-target -mb-2 items-start">
              {site.whatsapp}
            </a>
          </ReachCard>
        )}
        <ReachCard icon="clock" title={response.title}>
          <p className="mt-1 text-soft">{response.text}</p>
        </ReachCard>
        <ReachCard icon="globe" title={remote.title}>
          <p className="mt-1 text-soft">{remote.text}</p>
        </ReachCard>
      </div>
    </section>
  )
}

function ReachCard({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="card flex gap-4 p-5">
      <Icon name={icon} className="icon-disc" />
      {/* Large text breaks instead of widening the page. */}
      <div className="min-w-0 wrap-anywhere">
        <h3 className="text-lg">{title}</h3>
        {children}
      </div>
    </div>
  )
}

export function FaqCard() {
  return (
    <Card
      title={contactCards.faq.title}
      className="flex flex-col items-start border-transparent bg-leaf-wash [box-shadow:none]"
    >
      <Link to="/faq" className={buttonClass('outline', 'mt-5')}>
        <Icon name="question" /> {words.faq}
      </Link>
    </Card>
  )
}

export function EmergencyCard() {
  return (
    <Card title={contactCards.emergency.title} className="border-l-5 border-l-alert">
      <p className="mt-2">{contactCards.emergency.text}</p>
      <ul className="tiles mt-4 gap-3 [--tile:16rem]">
        {emergencyContacts.map(({ number, name }) => (
          <li key={number}>
            <a href={`tel:${phoneDigits(number)}`} className="link-card">
              <Icon name="siren" className="h-7 w-7 text-alert" />
              <span>
                <strong className="text-xl tabular-nums">{number}</strong>
                <span className="block text-sm">{name}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
