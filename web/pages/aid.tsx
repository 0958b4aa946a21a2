/** /aid: what one can ask for, what is needed, how long it takes, and who helps to ask. It leads to the form. */
import { PLAIN_PATH } from '../../contract/aid/plain-form.ts'
import { useConfig } from '../api/config.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { QuickExit } from '../features/apply/quick-exit.tsx'
import { phoneDigits, whatsappAddress } from '../lib/phone-digits.ts'
import { Link, useLocation } from '../lib/router.tsx'
import { pageMeta } from '../page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { TextSection } from '../ui/text-section.tsx'
import { site } from '../words/site.ts'
import { ownKind, typeName } from '../words/type-name.ts'
import { aidStart as words } from '#words/aid/start.ts'

const ICONS: Readonly<Record<string, IconName>> = {
  schoolfees: 'book',
  medical_fee: 'plus',
  shelter: 'shield',
  food: 'bowl',
  financial_aid: 'coins',
}
const purposes: Readonly<Record<string, string>> = words.kinds

export const meta = () => pageMeta('/aid', words)

export default function AidPage() {
  return (
    <>
      <QuickExit />
      <LanguageBar />
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
        <Begin />
        <Help />
        <div className="mt-6 grid gap-10">
          <TextSection id="kinds" title={words.kindsTitle}>
            <dl className="grid gap-2">
              {site.offered.map((type) => (
                <div key={type}>
                  <dt className="flex gap-2 font-semibold">
                    <Icon name={ownKind(type)?.icon ?? ICONS[type] ?? 'people'} /> {typeName(type)}
                  </dt>
                  <dd className="text-soft">{ownKind(type)?.purpose ?? purposes[type]}</dd>
                </div>
              ))}
            </dl>
            {site.said.most_set !== '' && <p>{site.said.most_set}</p>}
          </TextSection>
          {site.said.areas !== '' && (
            <TextSection id="areas" title={words.areasTitle}>
              <p>{site.said.areas}</p>
              <p className="text-soft">{words.areasMore}</p>
            </TextSection>
          )}
          <TextSection id="needed" title={words.neededTitle}>
            <ul lang={site.aid.needed?.language} className="grid list-disc gap-1 pl-5">
              {(site.aid.needed?.lines ?? words.needed).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </TextSection>
        </div>
        <div className="mt-6 grid gap-10">
          <TimeSection />
          <TextSection id="next" title={words.nextTitle}>
            <ol className="grid list-decimal gap-1 pl-5">
              {words.next.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ol>
          </TextSection>
          <TextSection id="free" title={words.freeTitle}>
            <p>{words.free}</p>
            <Link to="/complain" className="link-target">
              {words.complain}
            </Link>
          </TextSection>
        </div>
      </div>
    </>
  )
}

function Begin() {
  const { search, state } = useLocation()
  const byPhone = useConfig()?.auth.phone_sign_in
  const byEmail = { pathname: '/register/aid', search }
  // Until it is known who asks, and whether numbers sign in, the page of the telephone number is right: it leads on.
  const { is } = useSession()
  const otherwise = byPhone === false && is === 'out' ? byEmail : { pathname: '/aid/ask', search }
  const to = is === 'in' ? '/apply-for-aid' : otherwise
  return (
    <div className="card card-raised">
      <TextSection id="begin" title={words.beginTitle}>
        <p>{words.beginLead}</p>
        <Link to={to} state={state} className={buttonClass('primary', 'justify-self-start')}>
          {words.begin}
        </Link>
        {byPhone === true && (
          <Link to={byEmail} state={state} className="link-target">
            {words.byEmail}
          </Link>
        )}
        <Link to="/aid/status" className="link-target">
          {words.standing}
        </Link>
        <Link to={PLAIN_PATH} reloadDocument className="link-target">
          {words.plain}
        </Link>
      </TextSection>
    </div>
  )
}

function Help() {
  const { phone } = site.support
  return (
    <div className="card card-raised">
      <TextSection id="help" title={words.helpTitle}>
        <p>{words.help}</p>
        <p>{words.trusted}</p>
        <Link to="/aid/for-someone" className="link-target">
          {words.forSomeone}
        </Link>
        {site.languages.length > 0 && <p>{words.languages(site.languages.join(', '))}</p>}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <a href={`tel:${phoneDigits(phone)}`} className={buttonClass('outline')}>
            {words.call(phone)}
          </a>
          {site.whatsapp !== null && (
            <a href={whatsappAddress(site.whatsapp)} className="link-target">
              {words.whatsapp}
            </a>
          )}
          <Link to="/contact" className="link-target">
            {words.write}
          </Link>
        </div>
      </TextSection>
    </div>
  )
}

function TimeSection() {
  const { critical, high, other } = site.aid.days
  return (
    <TextSection id="time" title={words.timeTitle}>
      <p>{words.timeLead}</p>
      <dl className="pairs">
        {(
          [
            ['critical', critical],
            ['high', high],
            ['other', other],
          ] as const
        ).map(([urgency, days]) => (
          <div key={urgency}>
            <dt>{words.urgency[urgency]}</dt>
            <dd>{words.within(days)}</dd>
          </div>
        ))}
      </dl>
      <p>{words.timeMore}</p>
    </TextSection>
  )
}
