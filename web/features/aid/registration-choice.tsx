/** The Register tab: a request for aid with its account, or only an account. Which one is in the address. */
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Choices } from '../../ui/choices.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { aid as words } from '#words/aid.ts'
import { useSession } from '../session/session-provider.tsx'
import { ConfirmAddress } from '../sign-in/confirm-address.tsx'
import { ProviderButtons } from '../sign-in/provider-buttons.tsx'
import { RegistrationForm } from '../sign-in/registration-form.tsx'
import { Registration } from './registration.tsx'
import { registrationRequest, useAidRequest } from './use-aid-request.ts'

const OPTIONS = [
  { value: 'aid', text: words.chooseAid },
  { value: 'account', text: words.chooseAccount },
] as const

export function RegistrationChoice() {
  const session = useSession()
  const hydrated = useHydrated()
  const location = useLocation()
  const navigate = useNavigate()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const state = useAidRequest(registrationRequest)
  // Whoever is signed in and still here has a request to finish. Nothing moves while it is being sent.
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
    // By hand: useSearchParams would weigh half a kilobyte on every page.
    void navigate(to, { replace: true, preventScrollReset: true, state: remembered })
  }
  return (
    <div className={hydrated ? undefined : 'aid-prerendered'}>
      {offered && (
        <div className="mb-8">
          <Choices label={words.choose} options={OPTIONS} chosen={chosen} onChoose={choose} />
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
