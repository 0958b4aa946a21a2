/** /register: where giving and asking for aid begin. As long as no accounts can be made, it says so and shows the ways there are. */
import { Link } from 'react-router'
import { DONATION_TYPES, donationTypeNames } from '../../contract/funds.ts'
import { useConfig } from '../api/config.ts'
import { site } from '../content/site.ts'
import { dialled } from '../features/shell/dialled.ts'
import { pageMeta } from '../page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { register as words } from '#words/register.ts'

export function meta() {
  return pageMeta('/register', words)
}

export default function RegisterPage() {
  const { email, phone } = useConfig()?.support ?? site.support
  return (
    <>
      <div className="page-head">
        <div className="wrap">
          <h1 className="text-4xl">{words.title}</h1>
          <p className="mt-4 max-w-2xl text-lg">{words.lead}</p>
        </div>
      </div>
      <div className="wrap page-head-overlap grid gap-6 lg:grid-cols-2 lg:gap-8">
        <Card title={words.aidTitle} raised>
          <p className="mt-3 text-lg font-semibold">{words.aidLine}</p>
          <p className="mt-2">{words.aid}</p>
          <p className="mt-3 text-soft">{words.aidKinds}</p>
          <Link to="/contact" className={buttonClass('primary', 'mt-6')}>
            {words.aidButton}
          </Link>
          <p className="mt-6 text-sm text-soft">{words.orCall}</p>
          <div className="grid justify-items-start">
            <a href={`mailto:${email}`} className="link-target min-h-14 break-all sm:min-h-11">
              <Icon name="mail" /> {email}
            </a>
            <a href={`tel:${dialled(phone)}`} className="link-target">
              <Icon name="phone" /> {phone}
            </a>
          </div>
        </Card>
        <Card title={words.giveTitle} raised>
          <p className="mt-3 text-lg font-semibold">{words.giveLine}</p>
          <p className="mt-2">{words.give}</p>
          <ul className="mt-4 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {DONATION_TYPES.map((type) => (
              <li key={type} className="flex items-center gap-2">
                <Icon name="check" className="text-leaf" /> {donationTypeNames[type]}
              </li>
            ))}
          </ul>
          <Link to="/donate" className={buttonClass('gold', 'mt-6')}>
            {words.giveButton}
          </Link>
        </Card>
      </div>
    </>
  )
}
