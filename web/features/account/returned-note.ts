/** Says what a mailed link or another sign-in brought back to this page, and takes it out of the address. */
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showToast } from '../../lib/toast-store.ts'
import { accountToasts as toasts } from '#words/toasts.ts'
import { readReturned } from '../../api/session/returned.ts'
import { addressOf, sectionOf } from './sections.ts'

/** @param isKnown whether it is known by now who is signed in: before that, a code in the address may still be exchanged */
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
    void navigate(addressOf(sectionOf(search)), { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (isKnown) look()
  }, [isKnown])
}

/** Only our own words: the text of an address can be written by anybody. */
function linkSentence(returned: ReturnType<typeof readReturned>): string {
  if (returned?.is !== 'refused') return toasts.linkUnusableMore
  if (returned.code === 'identity_already_exists') return toasts.linkedAlready
  return returned.code === 'access_denied' ? toasts.linkDenied : toasts.linkUnusableMore
}
