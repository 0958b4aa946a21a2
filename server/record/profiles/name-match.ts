/** Whether a name may be that of a person, on a bank account or as someone types it: no provider in Nigeria compares them, so we do. */
import type { NameMatch } from '../../../contract/aid/payee-fields.ts'
import { plainText, withApostrophe } from './plain-text.ts'

const TITLES = new Set(
  'mr mrs miss ms master madam dr doctor prof professor engr barr barrister chief alhaji alhaja hajia mallam malam pastor rev reverend sir'.split(
    ' ',
  ),
)

/** The words of a name, without accents, hooks, titles and initials. */
function wordsOf(name: string): Set<string> {
  const words = plainText(withApostrophe(name, '')).match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => word.length > 1 && !TITLES.has(word)))
}

/** Two words in common, in any order: the same name. One: people look at both names. None: another name. */
export function compareNames(known: string, resolved: string): NameMatch {
  const common = wordsOf(known).intersection(wordsOf(resolved)).size
  if (common >= 2) return 'match'
  return common === 1 ? 'look' : 'none'
}

/** Whether someone typed the name of a person: two words in common, and no list of names to try. */
export function isNameOf(known: string, typed: string): boolean {
  return compareNames(known, typed) === 'match' && wordsOf(typed).size <= wordsOf(known).size + 1
}
