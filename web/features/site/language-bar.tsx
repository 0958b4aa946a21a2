/** Above a page that exists in several languages: the others and, where it is not in English, who reviewed it. */
import { useEffect } from 'react'
import { draftSentence, reviewedSentence } from '../../../contract/platform/language-notes.ts'
import { LANGUAGE } from '../../../contract/platform/languages.ts'
import { useConfig, type SiteConfig } from '../../api/config.ts'
import { language } from '../../lib/language.ts'
import { useLocation } from '../../lib/router.tsx'
import { languageWords as words } from '#words/common/languages.ts'
import { markEnglish } from './mark-english.ts'

export function LanguageBar() {
  return import.meta.env.SSR || import.meta.env.TRANSLATED ? language ? <Translated /> : <Choice /> : <Choice />
}

/** In English it comes with the configuration, and moves nothing. */
function Choice() {
  return (
    <div className="wrap relative">
      <Links look="absolute -top-2 flex gap-x-6 text-sm" />
    </div>
  )
}

function Translated() {
  useEffect(() => {
    const content = document.getElementById('content')
    return content ? markEnglish(content) : undefined
  }, [])
  if (!language) return null
  const { review, name } = language
  return (
    <div lang={LANGUAGE} className="wrap pt-3">
      <p>{review ? reviewedSentence(review) : draftSentence(name)}</p>
      <Links look="flex gap-x-6" />
    </div>
  )
}

const othersOf = (shown: SiteConfig['languages']) =>
  language ? [{ tag: LANGUAGE, name: words.english }, ...shown.filter(({ tag }) => tag !== language?.tag)] : shown

function Links({ look }: { look: string }) {
  const { pathname, search } = useLocation()
  const shown = useConfig()?.languages ?? []
  return (
    <nav aria-label={words.choose} className={look}>
      {(import.meta.env.TRANSLATED || import.meta.env.SSR ? othersOf(shown) : shown).map(({ tag, name }) => (
        // A document of its own: its language and scripts differ.
        <a
          key={tag}
          href={(tag === LANGUAGE ? '' : `/${tag}`) + pathname + search}
          lang={tag}
          hrefLang={tag}
          className="link-target"
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
