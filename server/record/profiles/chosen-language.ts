/** The language that a person chose (decision 0098). */
import { eq } from 'drizzle-orm'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { shownLanguages } from '../../platform/languages.ts'
import { profiles } from './schema.ts'

/**
 * The profile's choice, else another. One that visitors may not read counts as English.
 * @param userId null: someone without an account
 * @param otherwise where the profile has none
 * @returns null: English
 */
export async function chosenLanguage(
  { env }: Pick<Core, 'env'>,
  db: Db | Tx,
  userId: string | null,
  otherwise: () => Promise<string | null> | string | null,
): Promise<LanguageTag | null> {
  const shown = shownLanguages(env)
  if (shown.length === 0) return null
  const [own] =
    userId === null
      ? []
      : await db.select({ language: profiles.language }).from(profiles).where(eq(profiles.userId, userId))
  const chosen = own?.language ?? (await otherwise())
  return shown.find((tag) => tag === chosen) ?? null
}
