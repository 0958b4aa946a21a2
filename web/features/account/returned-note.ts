/** Shows the outcome of a mailed link or a linked sign-in that returned to this page, and removes it from the address. */
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from '../../lib/router.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import { readReturned } from '../../api/session/returned.ts'
import { addressOf, sectionOf } from './sections.ts'

/** @param isKnown whether the session is known: before that, a code in the address may still be exchanged */
export function useReturnedNote(isKnown: boolean): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const look = useEffectEvent(() => {
    const returned = readReturned(window.location.href)
    const isHalf = new URLSearchParams(window.location.search).has('message')
    if (!returned && !isHalf) return
    if (isHalf) showToast({ kind: 'plain', title: toasts.confirmedOnce, description: toasts.confirmedOnceMore })
    else if (sectionOf(search) === 'linked')
      showToast({ kind: 'destructive', title: toasts.linkFailed, description: linkSentence(returned) })
    else showToast({ kind: 'destructive', title: toasts.linkUnusable, description: toasts.linkUnusableMore })
    void navigate(addressOf(sectionOf(search)), { replace: true, keepsScroll: true })
  })
  useEffect(() => {
    if (isKnown) look()
  }, [isKnown])
}

/** Our own words only: anyone can write the text of an address. */
function linkSentence(returned: ReturnType<typeof readReturned>): string {
  if (returned?.is !== 'refused') return toasts.linkUnusableMore
  if (returned.code === 'identity_already_exists') return toasts.linkedAlready
  return returned.code === 'access_denied' ? toasts.linkDenied : toasts.linkUnusableMore
}
