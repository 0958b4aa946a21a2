/** Whether visitors can read translations that no one has reviewed. */
import { LANGUAGE_NAMES } from '../../../contract/platform/language-tags.ts'
import type { Env } from '../../platform/env/env.ts'
import { draftLanguages } from '../../platform/languages.ts'
import { findingsAbout, type Finding } from './finding.ts'

const { warning } = findingsAbout('languages')

export function checkLanguages(env: Env): Finding[] {
  const names = draftLanguages().map((tag) => LANGUAGE_NAMES[tag])
  if (!env.showsDraftLanguages || names.length === 0) return []
  return [
    warning(
      `LANGUAGES_DRAFTS is on: visitors can read drafts in ${names.join(', ')} that no one who speaks them has reviewed. Remove it once you have tried them.`,
    ),
  ]
}
