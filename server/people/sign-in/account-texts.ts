/** The words of texts and mails about an account, in the language that its person chose, else in that of the page that asks (decision 0103). */
import { englishAccountNews } from '../../../contract/people/account-words.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { inEachLanguage } from '../../platform/languages.ts'
import { chosenLanguage } from '../../record/profiles/chosen-language.ts'
import type { Auth } from './auth.ts'

/** With the tag null: English. */
export const accountWords = inEachLanguage('accountNews', englishAccountNews)
export type AccountWords = ReturnType<typeof accountWords>

/** @param page the language of the page that asks; null: none asks, or one in English */
export const wordsFor = async (
  core: Pick<Core, 'env'>,
  tx: Tx,
  userId: string | null,
  page: LanguageTag | null,
): Promise<AccountWords> => accountWords(await chosenLanguage(core, tx, userId, () => page))

/**
 * A text with a code. It begins with the code in every language: locked screens show no more.
 * @param userId null: a number without an account
 * @param page the language of the page that asks
 */
export async function codeText(
  auth: Auth,
  tx: Tx,
  says: 'signIn' | 'secondStep' | 'confirmYou',
  code: string,
  { userId, page }: { readonly userId: string | null; readonly page: LanguageTag | null },
): Promise<string> {
  const { texts } = await wordsFor(auth, tx, userId, page)
  return texts[says](code, auth.organisation.shown.short_name)
}
