/**
 * Search for people: each typed word must be a prefix of a word of the name, the e-mail address or a part of it, the phone number
 * in any notation (that of the profile, and the proven one), or an id. The database stores these words in `search_words`
 * (migrations/0003_people.sql, 0084), split by the same rules.
 */
import { cleanPasted } from '../../../contract/platform/pasted-text.ts'
import { sql, type SQL } from 'drizzle-orm'

const HOOKED_LETTERS: Readonly<Record<string, string>> = {
  Ɓ: 'b',
  ɓ: 'b',
  Ɗ: 'd',
  ɗ: 'd',
  Ƙ: 'k',
  ƙ: 'k',
  Ƴ: 'y',
  ƴ: 'y',
}
const SEPARATORS = /[\s!-/:-@[-`{-~]+/
const PHONE = /^\+?[\d\s()-]+$/
const ID = /^[\da-f]{8}-[\da-f-]*$/

/** Like the database's `plain_text`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[ƁɓƊɗƘƙƳƴ]/g, (letter) => HOOKED_LETTERS[letter] ?? letter)
    .toLowerCase()
}

/**
 * Turns typed text into a tsquery.
 * @returns null if it contains nothing to search for
 */
export function wordsQuery(typed: string): string | null {
  const text = cleanPasted(typed)
  if (PHONE.test(text)) {
    const digits = text.replaceAll(/\D/g, '')
    // Keep the digits as typed too: an id may begin with digits only.
    const forms = [digits, digits.replace(/^(0*234|0+)/, '')].filter((form) => form !== '')
    return forms.length > 0 ? [...new Set(forms)].map(prefix).join(' | ') : null
  }
  const words = text.split(/\s+/).flatMap((word) => {
    const lower = word.toLowerCase()
    return word.includes('@') || ID.test(lower) ? [lower] : plain(word).split(SEPARATORS)
  })
  const given = [...new Set(words.filter((word) => word !== ''))]
  return given.length > 0 ? given.map(prefix).join(' & ') : null
}

function prefix(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`
}

/** The condition on `profiles`; undefined without a search. */
export function searchCondition(typed: string | undefined): SQL | undefined {
  const query = typed === undefined ? null : wordsQuery(typed)
  return query === null ? undefined : sql`profiles.search_words @@ ${query}::tsquery`
}

/** The matching profile ids, as an array. Postgres evaluates it first, by the index of words. */
export function searchedProfiles(condition: SQL): SQL {
  return sql`any (array(select profiles.id from profiles where ${condition}))`
}
