/**
 * On a page that exists in several languages: their switch in header and menu, and below the header of small screens, since who needs
 * it may not read the word menu. Where the page is not in English, it says who reviewed it (translated-page.tsx).
 */
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useConfig } from '../../api/config.ts'
import { language } from '../../lib/language.ts'
import { useLocation } from '../../lib/router.tsx'
import { languageWords as words } from '#words/common/languages.ts'
import { chosenLanguage, hasWords } from './chosen-language.ts'
import { EnglishLink, TranslatedPage } from './translated-page.tsx'

const IS_TRANSLATED = import.meta.env.SSR || import.meta.env.TRANSLATED

/** @param stays where it is, although another language was chosen: the page shows what only this document knows */
export function LanguageBar({ stays }: { stays?: boolean }) {
  const { pathname, search } = useLocation()
  const shown = useConfig()?.languages ?? []
  const hrefOf = (tag: string) => `/${tag}${pathname}${search}`
  const others = shown.map(
    ({ tag, name }) =>
      (!IS_TRANSLATED || tag !== language?.tag) && (
        // A document of its own: its language and scripts differ.
        <a key={tag} href={hrefOf(tag)} lang={tag} hrefLang={tag} className="nav-link">
          {name}
        </a>
      ),
  )
  const links = (look: string) => (
    <nav aria-label={words.choose} className={look}>
      {IS_TRANSLATED && language ? [<EnglishLink key="en" href={pathname + search} />, ...others] : others}
    </nav>
  )
  // The header is the same on all pages: this is its part for some of them.
  const into = (place: string, look: string) => {
    const found = document.querySelector(place)
    return found && createPortal(links(look), found)
  }
  const inHeader = shown[0] && (
    <>
      {/* At the end of the main menu, the first one of the page: nothing else moves when it comes. */}
      {into('nav', 'hidden xl:flex')}
      {into('.menu-panel', '-mx-3 flex')}
    </>
  )
  // The plain address is that of English: whoever chose another language goes on in it.
  useEffect(() => {
    const chosen = !IS_TRANSLATED && !stays && !hasWords() && shown.find(({ tag }) => tag === chosenLanguage())
    if (chosen) window.location.replace(hrefOf(chosen.tag))
  })
  if (IS_TRANSLATED && language)
    return (
      <TranslatedPage>
        {inHeader}
        {links('flex flex-wrap -mx-3 xl:hidden')}
      </TranslatedPage>
    )
  return (
    shown[0] && (
      <>
        {inHeader}
        {/* It comes with the configuration, and moves nothing: it hangs from the header, over the top of the page's head. */}
        <div className="wrap relative">{links('language-tab xl:hidden')}</div>
      </>
    )
  )
}
