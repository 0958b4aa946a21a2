/** A mixed load: everything that people do, all at once, while something is being broken. */
import type { Acting } from './acting.ts'
import { applicant, donor, newcomer, returning, visitor, walletOwner, writer } from './people.ts'
import { newAcknowledged, type Person } from './acknowledged.ts'

export interface Load {
  /** How often each status was answered; `cut` where a connection broke. */
  readonly answers: ReadonlyMap<string, number>
  /** Begins nothing new, and waits for what is in progress. */
  end(): Promise<void>
}

/** Acknowledgements and answers are collected over several loads, and checked once at the end. */
export type LoadOptions = Omit<Acting, 'over'>

/** More people would make the checks longer without testing more. */
const PEOPLE_MAX = 40

export function startLoad(options: LoadOptions): Load {
  let over = false
  const acting: Acting = { ...options, over: () => over }
  const known = () => [...options.acknowledged.people]
  const anyPerson = async (): Promise<Person | null> => {
    const people = known()
    const person = people[Math.floor(Math.random() * people.length)]
    return person ?? newcomer(acting)
  }
  const asPerson = (act: (acting: Acting, person: Person) => Promise<void>) => async () => {
    const person = await anyPerson()
    if (person) await act(acting, person)
  }
  const arriving = async () => {
    if (known().length < PEOPLE_MAX || Math.random() < 1 / 8) await newcomer(acting)
    else await visitor(acting)
  }
  // One person refreshes one session; other tests refresh it twice at once.
  const refreshing = async () => {
    const person = await newcomer(acting)
    if (person) await returning(acting, person)
  }
  const kinds = [
    () => donor(acting),
    () => donor(acting),
    () => writer(acting),
    () => visitor(acting),
    asPerson(walletOwner),
    asPerson(applicant),
    arriving,
    refreshing,
  ]
  const people = kinds.map(async (act) => {
    while (!over) await act()
  })
  const ended = Promise.all(people)
  // A failure is thrown when the load ends. Until then it must not end the process.
  ended.catch(() => {})
  return {
    answers: options.answers,
    async end() {
      over = true
      await ended
    },
  }
}

/** The empty records that a load fills. */
export function newLoadBook(): Pick<LoadOptions, 'acknowledged' | 'answers'> {
  return { acknowledged: newAcknowledged(), answers: new Map() }
}

export function writeAnswers(answers: ReadonlyMap<string, number>): string {
  const sorted = [...answers].toSorted(([one], [other]) => one.localeCompare(other))
  return sorted.map(([status, times]) => `${times} × ${status}`).join(', ')
}
