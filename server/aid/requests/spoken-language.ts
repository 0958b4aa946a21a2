/** The language in which we tell an applicant the news of a request (decision 0098), and its words. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { englishNews } from '../../../contract/aid/news-words.ts'
import { LANGUAGE_CHOICES, type LanguageTag } from '../../../contract/platform/language-tags.ts'
import { putMessages } from '../../../contract/platform/languages.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { messagesIn, shownLanguages } from '../../platform/languages.ts'

const Chosen = z.object({ language: z.enum(LANGUAGE_CHOICES) })

/**
 * The one rule: the profile's choice, else the language of the request, else English. One that visitors may not read counts as English.
 * @param applicationId null: news of several requests, of which the newest counts
 */
export async function languageOf(
  { env }: Pick<Core, 'env'>,
  db: Db | Tx,
  userId: string,
  applicationId: string | null,
): Promise<LanguageTag | null> {
  const shown = shownLanguages(env)
  if (shown.length === 0) return null
  const { language } = await onlyRow(
    db,
    sql`select coalesce((select language from profiles where user_id = ${userId}::uuid),
                        (select language from aid_applications
                          where user_id = ${userId}::uuid and id = coalesce(${applicationId}::uuid, id)
                          order by created_at desc, id desc limit 1), 'en') as language`,
    Chosen,
  )
  return shown.find((tag) => tag === language) ?? null
}

const made = new Map<LanguageTag | null, ReturnType<typeof newsIn>>()

/** @param tag null: English */
export function newsWords(tag: LanguageTag | null): ReturnType<typeof newsIn> {
  const words = made.get(tag) ?? newsIn(tag)
  made.set(tag, words)
  return words
}

function newsIn(tag: LanguageTag | null) {
  const words = englishNews()
  /** Words without a message: mails mark them. */
  const english = new Set<string>()
  const onMissing = (word: unknown) => void (typeof word === 'string' && english.add(word))
  if (tag !== null) putMessages('requestNews', words, { messages: messagesIn(tag), values: {}, onMissing })
  return { ...words, tag, english }
}
