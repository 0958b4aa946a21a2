/**
 * What a search of people means: every word that is typed must be the beginning of a word of the person: of the name, the e-mail
 * address or a part of it, the telephone number however it is written, or an id. The database keeps these words
 * (migrations/0012_administration.sql, `search_words`), taken apart by the same rules as here.
 */
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

/** As the database's `plain_text`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[ƁɓƊɗƘƙƳƴ]/g, (letter) => HOOKED_LETTERS[letter] ?? letter)
    .toLowerCase()
}

/**
 * What a person typed, as a query of words.
 * @returns null when nothing was typed that could be searched for
 */
export function wordsQuery(typed: string): string | null {
  const text = typed.trim()
  if (PHONE.test(text)) {
    const digits = text.replaceAll(/\D/g, '')
    // Also as it is: an id may begin with digits alone.
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

/** The condition on `profiles`; undefined where nothing is searched for. */
export function searchCondition(typed: string | undefined): SQL | undefined {
  const query = typed === undefined ? null : wordsQuery(typed)
  return query === null ? undefined : sql`profiles.search_words @@ ${query}::tsquery`
}

/** The same as values of a column that says whose profile it is: found by the index of words, before anything else is read. */
export function searchedProfiles(condition: SQL): SQL {
  return sql`any (array(select profiles.id from profiles where ${condition}))`
}

/** So many rows of a list are looked through for a page of those that were searched for. */
export const SCANNED_ROWS_MAX = 2000

/**
 * A page of what was searched for. How many people a beginning fits is something that the database cannot tell before it looks, and
 * the best way to one of them is the worst to half of them. So the list's first rows are looked through; only what is too rare to fill a
 * page from these is looked up in the index of words.
 */
export async function searchPage<Row>(
  limit: number,
  among: { first: () => Promise<Row[]>; all: () => Promise<Row[]> },
): Promise<Row[]> {
  const found = await among.first()
  return found.length > limit ? found : among.all()
}
