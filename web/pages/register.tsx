/** /register: the Register tab. A request for aid with its account, or just an account; which one is in the address. */
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useConfig } from '../api/config.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { Registration } from '../features/aid/registration.tsx'
import { registrationRequest, useAidRequest } from '../features/aid/use-aid-request.ts'
import { RegistrationForm } from '../features/sign-in/registration-form.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { pageMeta } from '../page-meta.ts'
import { Banner } from '../ui/banner.tsx'
import { Choices } from '../ui/choices.tsx'
import { ConfirmAddress } from '../ui/session/confirm-address.tsx'
import { ProviderButtons } from '../ui/session/provider-buttons.tsx'
import { aid } from '#words/aid.ts'
import { registration as words } from '#words/sign-in.ts'

export function meta() {
  return pageMeta('/register', words)
}

export default function RegisterPage() {
  const isOpen = useConfig()?.auth.signup ?? true
  if (!isOpen) {
    return (
      <Banner tone="note" title={words.offTitle}>
        <p>{words.off}</p>
      </Banner>
    )
  }
  return (
    <div className="needs-script">
      <RegistrationChoice />
    </div>
  )
}

const OPTIONS = [
  { value: 'aid', text: aid.chooseAid },
  { value: 'account', text: aid.chooseAccount },
] as const

function RegistrationChoice() {
  const session = useSession()
  const hydrated = useHydrated()
  const location = useLocation()
  const navigate = useNavigate()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const state = useAidRequest(registrationRequest)
  // A signed-in person who is still on this page has a request to finish. Nothing moves while it is being sent.
  const finishing = session.is === 'in'
  const offered = !finishing || state.run.is === 'running'
  // The prerendered page is the same for both.
  const chosen = hydrated && new URLSearchParams(location.search).get('for') === 'account' ? 'account' : 'aid'
  if (unconfirmed !== undefined) {
    return <ConfirmAddress email={unconfirmed} justSent onOtherAddress={() => setUnconfirmed(undefined)} />
  }
  const choose = (value: 'aid' | 'account') => {
    const { pathname, search, state: remembered } = location
    const asked = new URLSearchParams(search)
    if (value === 'account') asked.set('for', value)
    else asked.delete('for')
    const to = { pathname, search: asked.toString() }
    // Without useSearchParams, which would add half a kilobyte to every page.
    void navigate(to, { replace: true, preventScrollReset: true, state: remembered })
  }
  return (
    <div className={hydrated ? undefined : 'aid-prerendered'}>
      {offered && (
        <div className="mb-8">
          <Choices label={aid.choose} options={OPTIONS} chosen={chosen} onChoose={choose} />
        </div>
      )}
      {chosen === 'aid' || finishing ? (
        <Registration state={state} />
      ) : (
        <RegistrationForm onUnconfirmed={setUnconfirmed} />
      )}
      {offered && <ProviderButtons />}
    </div>
  )
}
