/** Finds the colleagues mentioned in a note. Only their names count: any other `@` is text. */
import { nameOfPerson } from '../../desk/parts/people.ts'

export interface Colleague {
  readonly user_id: string
  readonly full_name: string
  readonly email: string
}

const plain = (text: string) => text.toLocaleLowerCase('en-NG')

/** The colleagues whose whole name follows an `@`. Of two names, one of which begins with the other, the longer one is meant. */
export function mentionedIn(text: string, colleagues: readonly Colleague[]): readonly Colleague[] {
  const longestFirst = [...colleagues].sort((one, other) => nameOfPerson(other).length - nameOfPerson(one).length)
  let left = plain(text)
  const found = new Set<Colleague>()
  for (const colleague of longestFirst) {
    const name = `@${plain(nameOfPerson(colleague))}`
    if (!left.includes(name)) continue
    found.add(colleague)
    // Two colleagues of one name are both told: the writer cannot have meant only one of them.
    for (const namesake of colleagues) if (plain(nameOfPerson(namesake)) === name.slice(1)) found.add(namesake)
    left = left.replaceAll(name, ' ')
  }
  return colleagues.filter((colleague) => found.has(colleague))
}

/** After an `@` that begins a word: at most three words, so that the rest of a sentence is no name. */
const UNFINISHED = /(?:^|\s)@(?<typed>[^\s@]*(?: [^\s@]+){0,2})$/u

/** @returns what follows the `@` before the cursor; undefined where no name is being typed */
export function typedName(written: string): string | undefined {
  return UNFINISHED.exec(written)?.groups?.['typed']
}

/** The colleagues of whose names a word begins like what was typed, or the whole of it. */
export function suggest(typed: string, colleagues: readonly Colleague[]): readonly Colleague[] {
  const start = plain(typed)
  return colleagues.filter((colleague) => {
    const name = plain(nameOfPerson(colleague))
    return name.startsWith(start) || name.split(' ').some((word) => word.startsWith(start))
  })
}
