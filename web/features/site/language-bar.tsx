/** Above a page that exists in several languages: the others and, where it is not in English, who reviewed it. */
import { draftSentence, reviewedSentence } from '../../../contract/platform/languages.ts'
import { LANGUAGE } from '../../../contract/platform/our-organisation.ts'
import { useConfig } from '../../api/config.ts'
import { language } from '../../lib/language.ts'
import { useLocation } from '../../lib/router.tsx'
import { languageWords as words } from '#words/common/languages.ts'

export function LanguageBar() {
  const { pathname, search } = useLocation()
  const shown = useConfig()?.languages ?? []
  const others = shown
    .filter(({ tag }) => tag !== language?.tag)
    .map(({ tag, name }) => ({ tag, name, at: `/${tag}${pathname}${search}` }))
  const links = language ? [{ tag: LANGUAGE, name: words.english, at: pathname + search }, ...others] : others
  const review = language?.review
  return (
    <div lang={LANGUAGE} className={language ? 'wrap pt-3' : 'wrap relative'}>
      {language && <p>{review ? reviewedSentence(review) : draftSentence(language.name)}</p>}
      {/* In English it comes with the configuration, and moves nothing. */}
      <nav aria-label={words.choose} className={language ? 'flex gap-x-6' : 'absolute flex gap-x-6'}>
        {links.map(({ tag, name, at }) => (
          // A document of its own: its language and scripts differ.
          <a key={tag} href={at} lang={tag} hrefLang={tag} className="link-target">
            {name}
          </a>
        ))}
      </nav>
    </div>
  )
}
