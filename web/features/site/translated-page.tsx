/** A page in another language: who reviewed it, and that it was chosen. The scripts of English pages contain none of it. */
import { useEffect, type MouseEvent, type ReactNode } from 'react'
import { draftSentence, reviewedSentence } from '../../../contract/platform/language-notes.ts'
import type { LanguageChoice } from '../../../contract/platform/language-tags.ts'
import { LANGUAGE } from '../../../contract/platform/languages.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { useSession } from '../../api/session/session-provider.tsx'
import { language } from '../../lib/language.ts'
import { english } from '#words/common/languages.ts'
import { CHOSEN, chosenLanguage } from './chosen-language.ts'
import { markEnglish } from './mark-english.ts'

/** In this tab, until the profile has it. */
const UNSAVED = 'taimako-language-unsaved'
/** No one waits longer for it on a bad line. */
const SAVING_MILLISECONDS_MAX = 2000

export function TranslatedPage({ children }: { children: ReactNode }) {
  const bearer = useBearer()
  useEffect(() => {
    const content = document.getElementById('content')
    return content ? markEnglish(content) : undefined
  }, [])
  useEffect(() => {
    // By a link of ours: one that someone sent chooses nothing.
    if (language && document.referrer.startsWith(`${window.location.origin}/`)) choose(language.tag)
  }, [])
  useEffect(() => {
    if (bearer) void saveInProfile(bearer)
  }, [bearer])
  if (!language) return null
  const { review, name } = language
  return (
    <div lang={LANGUAGE} className="wrap pt-3 text-sm">
      <p>{review ? reviewedSentence(review) : draftSentence(name)}</p>
      {children}
    </div>
  )
}

export function EnglishLink({ href }: { href: string }) {
  const bearer = useBearer()
  const leave = async (event: MouseEvent) => {
    choose('en')
    if (!bearer) return
    event.preventDefault()
    await Promise.race([saveInProfile(bearer), new Promise((resolve) => setTimeout(resolve, SAVING_MILLISECONDS_MAX))])
    window.location.assign(href)
  }
  return (
    <a href={href} lang={LANGUAGE} hrefLang={LANGUAGE} className="nav-link" onClick={(event) => void leave(event)}>
      {english}
    </a>
  )
}

function useBearer(): Bearer | undefined {
  const session = useSession()
  return session.is === 'in' ? session.bearer : undefined
}

function choose(tag: LanguageChoice): void {
  if (chosenLanguage() === tag) return
  try {
    localStorage.setItem(CHOSEN, tag)
    sessionStorage.setItem(UNSAVED, tag)
  } catch {
    // A browser without storage asks again.
  }
}

/** Their texts and mails follow the choice, also one that they made before they signed in. */
async function saveInProfile(bearer: Bearer): Promise<void> {
  const chosen = sessionStorage.getItem(UNSAVED) === 'en' ? 'en' : language?.tag
  if (chosen === undefined || sessionStorage.getItem(UNSAVED) !== chosen) return
  try {
    await call('PUT /api/profile', { body: { language: chosen }, bearer })
    sessionStorage.removeItem(UNSAVED)
  } catch (problem) {
    console.warn('Language not saved.', problem)
  }
}
