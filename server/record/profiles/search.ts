/**
 * Search for people: each typed word must be a prefix of a word of the name, the e-mail address or a part of it, the phone number
 * in any notation (that of the profile, and the proven one), or an id. The database stores these words in `search_words`
 * (migrations/0003_people.sql, 0084), split by the same rules.
 */
import { cleanPasted } from '../../../contract/platform/pasted-text.ts'
import { sql, type SQL } from 'drizzle-orm'
import { APOSTROPHES, plainText, withApostrophe } from './plain-text.ts'

const SEPARATORS = /[\s!-/:-@[-`{-~]+/
const PHONE = /^\+?[\d\s()-]+$/
const ID = /^[\da-f]{8}-[\da-f-]*$/

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
    return word.includes('@') || ID.test(lower) ? prefix(lower) : nameQuery(word)
  })
  return words.length > 0 ? [...new Set(words)].join(' & ') : null
}

/** The database parts a word at a typed apostrophe, and at no other. */
function nameQuery(word: string): string[] {
  const forms = APOSTROPHES.map((apostrophe) =>
    plainText(withApostrophe(word, apostrophe))
      .split(SEPARATORS)
      .filter((part) => part !== '')
      .map(prefix),
  )
  const [parted = []] = forms
  if (withApostrophe(word, '') === word || parted.length === 0) return parted
  return [`(${forms.map((parts) => parts.join(' & ')).join(' | ')})`]
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
