/** The choice of a language on the English pages for signing in, which load it where a language is shown: few instances show one. */
import { readReturned } from '../../api/session/returned.ts'
import { useLocation } from '../../lib/router.tsx'
import { LanguageBar } from '../site/language-bar.tsx'

export function Languages() {
  const { pathname } = useLocation()
  // The one of these pages that exists in English alone.
  return pathname === '/register/account' ? null : <LanguageBar stays={isInUse()} />
}

/** What was typed, or brought by a mailed link, would not go along. */
const isInUse = () =>
  readReturned(window.location.href) !== null ||
  window.location.hash !== '' ||
  [...document.querySelectorAll('input')].some(({ value }) => value !== '')
