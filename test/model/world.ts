/**
 * The world of the model: a whole server, the stand-in provider over HTTP, two people with wallets, and what was paid so far. The
 * provider tells of each event as the step says, or does not.
 */
import { hours } from '../../server/platform/clock.ts'
import { newPerson, type Person } from '../support/wallet.ts'
import { newKey, type Answer, type TestServer } from '../support/server.ts'

/** How the webhooks of an event arrive. */
export const TELLINGS = ['delivered', 'lost', 'doubled', 'late'] as const
export type Telling = (typeof TELLINGS)[number]

const WEBHOOKS = { drop: false, copies: 1, concurrent: false, delaySeconds: null, timing: 'before' }
const TOLD: Readonly<Record<Telling, object>> = {
  delivered: WEBHOOKS,
  lost: { ...WEBHOOKS, drop: true },
  doubled: { ...WEBHOOKS, copies: 2, concurrent: true },
  late: { ...WEBHOOKS, delaySeconds: hours(3) / 1000 },
}

/** People stay signed up from one sequence to the next: hashing their passwords would take longer than the sequence. */
const KEPT = ['users', 'identities', 'profiles', 'sessions', 'sign_ins']

/** The jobs that move money, here and at the provider, and the match that looks at it. The others would only take time. */
export const OURS = /^(payments\.(recheck|list)|settlements)/
const MONEY = /^(payments\.(recheck|list)|settlements|sandbox)/
export const MATCH = /^matching/

export interface World {
  readonly server: TestServer
  readonly people: readonly Person[]
  /** The references of gifts and top-ups, paid or not. */
  readonly references: string[]
  /** Adds how an event is told to the switches of its payment. */
  tell(reference: string, telling: Telling): Promise<void>
  /** Orders something at the provider, which may refuse it. */
  order(path: string, body: object): Promise<void>
  call(owner: number, path: string, body: object): Promise<Answer>
  /** Moves the clock, and runs the jobs that move money, or others. */
  pass(milliseconds: number, jobs?: RegExp): Promise<void>
}

/** @returns begins a new world on this server, with nothing paid */
export async function createWorlds(server: TestServer): Promise<() => Promise<World>> {
  const people = [await newPerson(server), await newPerson(server)]
  return async () => {
    await server.empty(KEPT)
    for (const person of people) await person.signInAgain()
    // A list is read from the first run of its job on.
    await server.runJobs(MONEY)
    return worldOf(server, people)
  }
}

function worldOf(server: TestServer, people: readonly Person[]): World {
  return {
    server,
    people,
    references: [],
    async tell(reference, telling) {
      await server.control('/switches', { reference, webhooks: TOLD[telling] })
    },
    async order(path, body) {
      try {
        await server.control(path, body)
      } catch (error) {
        if (!/ answered 40[04]: /.test(String(error))) throw error
      }
    },
    async call(owner, path, body) {
      const person = people[owner % people.length]
      if (!person) throw new Error('the world has its people')
      const key = newKey()
      const answer = await person.call('POST', path, body, key)
      if (answer.status !== 401) return answer
      await person.signInAgain()
      return person.call('POST', path, body, key)
    },
    pass: (milliseconds, jobs = MONEY) => server.pass(milliseconds, jobs),
  }
}
