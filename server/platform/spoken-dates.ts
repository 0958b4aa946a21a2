/** Days and moments in the words of a language, in Nigeria. */
import { dayInWords, englishDates, momentInWords } from '../../contract/platform/date-words.ts'
import type { LanguageTag } from '../../contract/platform/language-tags.ts'
import { inEachLanguage } from './languages.ts'

const dateWords = inEachLanguage('dates', englishDates)

/** @param tag of the language; null: English */
export const momentIn = (tag: LanguageTag | null, at: Date): string => momentInWords(dateWords(tag), at)
/** @param tag of the language; null: English */
export const dayIn = (tag: LanguageTag | null, at: Date): string => dayInWords(dateWords(tag), at)
