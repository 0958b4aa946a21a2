/** The languages that visitors may read: those whose catalogue names its reviewer and the day. */
import ha from '../../contract/languages/ha.json' with { type: 'json' }
import pcm from '../../contract/languages/pcm.json' with { type: 'json' }
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { LANGUAGE_NAMES, LANGUAGE_TAGS, type LanguageTag } from '../../contract/platform/language-tags.ts'
import { NAMED_IN_MAILS } from '../../contract/platform/mail-words.ts'
import { dayInWords, englishDates, momentInWords } from '../../contract/platform/date-words.ts'
import { pagesIn, putMessages, type Language, type Message } from '../../contract/platform/languages.ts'
import type { Env } from './env/env.ts'
import { RENDERER } from './root.ts'

interface Catalogue {
  readonly 'review.by': string
  readonly 'review.on': string
}

const CATALOGUES: Readonly<Record<LanguageTag, Catalogue>> = { ha, pcm }
const messagesOf = (catalogue: Catalogue) => Object.keys(catalogue).filter((name) => !name.startsWith('review.'))
/** Every message that a catalogue has; a test compares them with the English words. */
const MESSAGES = new Set(Object.values(CATALOGUES).flatMap(messagesOf))

/** @returns who reviewed it; null: a draft */
export const reviewIn = (tag: LanguageTag) => reviewOf(CATALOGUES[tag])
const reviewOf = ({ 'review.by': by, 'review.on': on }: Catalogue) => (by === '' || on === '' ? null : { by, on })

/** @returns languages that no one who speaks them has signed with name and date */
export const draftLanguages = (catalogues = CATALOGUES): LanguageTag[] =>
  LANGUAGE_TAGS.filter((tag) => reviewOf(catalogues[tag]) === null)

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

/** @returns what staff see about each language */
export function languageStates(env: Pick<Env, 'showsDraftLanguages'>) {
  const shown = shownLanguages(env)
  return LANGUAGE_TAGS.map((tag) => ({
    name: LANGUAGE_NAMES[tag],
    complete: messagesOf(CATALOGUES[tag]).length,
    of: MESSAGES.size,
    review: reviewIn(tag),
    is_shown: shown.includes(tag),
  }))
}

const isMessage = (value: unknown): value is Message => typeof value === 'function'
const Script = z.object({
  taimakoLanguage: z.object({ messages: z.record(z.string(), z.custom<Message>(isMessage)) }),
})

/** @returns the messages of a language, as the build compiled them */
export function messagesIn(tag: LanguageTag): Language['messages'] {
  const context = {}
  runInNewContext(readFileSync(join(RENDERER, `language-${tag}.js`), 'utf8'), context)
  return Script.parse(context).taimakoLanguage.messages
}

/** The server's own words in a language. */
export interface Spoken {
  /** Null: English. */
  readonly tag: LanguageTag | null
  /** Words without a message: mails mark them. */
  readonly english: ReadonlySet<string>
}

/**
 * Words of the server, made once for each language.
 * @param room names their messages
 * @param makeEnglish anew each time, as messages take the place of the words
 */
export function inEachLanguage<Words extends object>(room: string, makeEnglish: () => Words) {
  const made = new Map<LanguageTag | null, Words & Spoken>()
  return (tag: LanguageTag | null): Words & Spoken => {
    const known = made.get(tag)
    if (known) return known
    const words = makeEnglish()
    const english = new Set<string>()
    const onMissing = (word: unknown) => void (typeof word === 'string' && english.add(word))
    if (tag !== null) putMessages(room, words, { messages: messagesIn(tag), values: NAMED_IN_MAILS, onMissing })
    const spoken = { ...words, tag, english }
    made.set(tag, spoken)
    return spoken
  }
}

/** The language of the page of ours that sent a request, by the address that browsers name. */
export function languageOfPage(referrer: string | undefined): LanguageTag | null {
  const [, first] = /^https?:\/\/[^/]+\/(\w+)\//.exec(referrer ?? '') ?? []
  return LANGUAGE_TAGS.find((tag) => tag === first) ?? null
}

const dateWords = inEachLanguage('dates', englishDates)

/** @returns the moment in words, in Nigeria. @param tag of the language; null: English */
export const momentIn = (tag: LanguageTag | null, at: Date): string => momentInWords(dateWords(tag), at)
/** @returns the day in words, in Nigeria. @param tag of the language; null: English */
export const dayIn = (tag: LanguageTag | null, at: Date): string => dayInWords(dateWords(tag), at)
