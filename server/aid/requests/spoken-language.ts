/** The language in which we tell an applicant the news of a request (decision 0098), and its words. */
import { and, desc, eq } from 'drizzle-orm'
import { englishNews } from '../../../contract/aid/news-words.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inEachLanguage } from '../../platform/languages.ts'
import { chosenLanguage } from '../../record/profiles/chosen-language.ts'
import { aidApplications } from './schema.ts'

/**
 * The profile's choice, else the language of the request, else English.
 * @param applicationId null: news of several requests, of which the newest counts
 */
export function languageOf(
  core: Pick<Core, 'env'>,
  db: Db | Tx,
  userId: string,
  applicationId: string | null,
): Promise<LanguageTag | null> {
  return chosenLanguage(core, db, userId, async () => {
    const isMeant = applicationId === null ? undefined : eq(aidApplications.id, applicationId)
    const [request] = await db
      .select({ language: aidApplications.language })
      .from(aidApplications)
      .where(and(eq(aidApplications.userId, userId), isMeant))
      .orderBy(desc(aidApplications.createdAt), desc(aidApplications.id))
      .limit(1)
    return request?.language ?? null
  })
}

/** With the tag null: English. */
export const newsWords = inEachLanguage('requestNews', englishNews)
