/** A mixed load: everything that people do, all at once, for as long as something is being broken. */
import type { Acting } from './acting.ts'
import { applicant, donor, newcomer, returning, visitor, walletOwner, writer } from './people.ts'
import { newTold, type Person } from './told.ts'

export interface Load {
  /** How often each status was answered; `cut` where a connection broke. */
  readonly answers: ReadonlyMap<string, number>
  /** Begins nothing more, and waits for what is under way. */
  end(): Promise<void>
}

/** What is told and answered goes on from load to load, so that all of it is looked at in the end. */
export type LoadOptions = Omit<Acting, 'over'>

/** More people would make each round's check longer, and no other. */
const PEOPLE_MAX = 40

export function startLoad(options: LoadOptions): Load {
  let over = false
  const acting: Acting = { ...options, over: () => over }
  const known = () => [...options.told.people]
  const somebody = async (): Promise<Person | null> => {
    const people = known()
    const person = people[Math.floor(Math.random() * people.length)]
    return person ?? newcomer(acting)
  }
  const asSomebody = (act: (acting: Acting, person: Person) => Promise<void>) => async () => {
    const person = await somebody()
    if (person) await act(acting, person)
  }
  const arriving = async () => {
    if (known().length < PEOPLE_MAX || Math.random() < 1 / 8) await newcomer(acting)
    else await visitor(acting)
  }
  // A session is one person's: two who refresh it at once are for other tests.
  const refreshing = async () => {
    const person = await newcomer(acting)
    if (person) await returning(acting, person)
  }
  const kinds = [
    () => donor(acting),
    () => donor(acting),
    () => writer(acting),
    () => visitor(acting),
    asSomebody(walletOwner),
    asSomebody(applicant),
    arriving,
    refreshing,
  ]
  const people = kinds.map(async (act) => {
    while (!over) await act()
  })
  const ended = Promise.all(people)
  // Looked at when the load ends; until then a failure must not end the process.
  ended.catch(() => {})
  return {
    answers: options.answers,
    async end() {
      over = true
      await ended
    },
  }
}

/** What a load begins with. */
export function newLoadBook(): Pick<LoadOptions, 'told' | 'answers'> {
  return { told: newTold(), answers: new Map() }
}

export function writeAnswers(answers: ReadonlyMap<string, number>): string {
  const sorted = [...answers].toSorted(([one], [other]) => one.localeCompare(other))
  return sorted.map(([status, times]) => `${times} × ${status}`).join(', ')
}
