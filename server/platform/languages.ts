/** Which languages visitors may read: those whose catalogue names who reviewed it and when. */
import ha from '../../contract/languages/ha.json' with { type: 'json' }
import pcm from '../../contract/languages/pcm.json' with { type: 'json' }
import { LANGUAGE_TAGS, pagesIn, type LanguageTag } from '../../contract/platform/languages.ts'
import type { Env } from './env/env.ts'

interface Signed {
  readonly 'review.by': string
  readonly 'review.on': string
}

const CATALOGUES: Readonly<Record<LanguageTag, Signed>> = { ha, pcm }

/** @returns languages that no one who speaks them has signed with name and date */
export const draftLanguages = (catalogues = CATALOGUES): LanguageTag[] =>
  LANGUAGE_TAGS.filter((tag) => catalogues[tag]['review.by'] === '' || catalogues[tag]['review.on'] === '')

/** @returns languages that visitors of this instance may read */
export function shownLanguages({ showsDraftLanguages }: Pick<Env, 'showsDraftLanguages'>): LanguageTag[] {
  const drafts = showsDraftLanguages ? [] : draftLanguages()
  return LANGUAGE_TAGS.filter((tag) => !drafts.includes(tag))
}

/** @returns pages that answer as unknown ones */
export function hiddenPages(env: Pick<Env, 'showsDraftLanguages'>): string[] {
  const shown = shownLanguages(env)
  return LANGUAGE_TAGS.filter((tag) => !shown.includes(tag)).flatMap(pagesIn)
}
