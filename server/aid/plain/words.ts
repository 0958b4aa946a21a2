/** The words of the form without script, in English or in the language of its address. */
import { APPLICATION_TYPE_NAMES } from '../../../contract/aid/application-fields.ts'
import { englishPlain } from '../../../contract/aid/plain-words.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { putMessages } from '../../../contract/platform/languages.ts'
import { messagesIn } from '../../platform/languages.ts'

export type PlainWords = ReturnType<typeof plainWords>

/** @param tag null: English */
export function plainWords(tag: LanguageTag | null) {
  const words = { ...englishPlain(), kinds: { ...APPLICATION_TYPE_NAMES } }
  if (tag === null) return words
  const put = { messages: messagesIn(tag), values: {} }
  // The pages with script call them so.
  putMessages('applicationNames.types', words.kinds, put)
  putMessages('plain', words, put)
  return words
}
