/** The other ways to sign in that are configured here. They leave the site, and come back to `/login`. */
import { useState } from 'react'
import { useLocation } from '../../lib/router.tsx'
import type { Provider } from '@supabase/auth-js'
import { useConfig } from '../../api/config.ts'
import { Button } from '../button.tsx'
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { originOf } from '../../api/session/origin.ts'
import { signIn as words } from '#words/people/sign-in.ts'
import { signInToasts as toasts } from '#words/people/toasts.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { addressOf } from '../../lib/language.ts'

/** @param onPhone offers the telephone number too, where it signs in */
export function ProviderButtons({ onPhone }: { onPhone?: () => Promise<void> }) {
  const { providers = [], phone_sign_in: phoneSignsIn } = useConfig()?.auth ?? {}
  const origin = originOf(useLocation())
  const [leavingFor, setLeavingFor] = useState<string>()
  const offersPhone = phoneSignsIn && onPhone
  if (providers.length === 0 && !offersPhone) return null

  const leave = async (id: string) => {
    if (!isProvider(id)) return
    setLeavingFor(id)
    try {
      const client = await loadAuthClient()
      const from = origin === null ? '' : `?${new URLSearchParams({ from: origin })}`
      const redirectTo = window.location.origin + addressOf(`/login${from}`)
      const { error } = await client.signInWithOAuth({ provider: id, options: { redirectTo } })
      if (error) throw error
    } catch (problem) {
      setLeavingFor(undefined)
      failWithToast(toasts.failed, problem)
    }
  }
  return (
    <div className="mt-6 grid gap-3">
      <p className="or-line">{words.or}</p>
      {offersPhone && (
        <Button look="outline" className="w-full" onClick={() => void onPhone()}>
          {words.byPhone}
        </Button>
      )}
      {providers.map(({ id, name }) => (
        <Button key={id} look="outline" busy={leavingFor === id} className="w-full" onClick={() => void leave(id)}>
          {words.continueWith(name)}
        </Button>
      ))}
    </div>
  )
}

/** The client types the provider names that its authors host. It sends any name, and our server knows its own. */
export function isProvider(id: string): id is Provider {
  return id !== ''
}
