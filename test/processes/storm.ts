/**
 * People top up their wallets while everything goes wrong: webhooks arrive several times, late, early and out of order, people
 * verify at the same time, and processes are killed. They react as pages do: they retry with the same key.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { startServer } from '../support/process.ts'
import { signUp } from '../support/signing-in.ts'
import { call, newKey, sendMessage, type Answer } from './client.ts'
import type { FleetWithPostgres } from './fleet.ts'

export interface Storm {
  people: number
  topUpsEach: number
  /** The mean time between two kills. */
  killEveryMilliseconds: number
  /** Whether PostgreSQL is restarted in the middle. */
  interruptDatabase: boolean
}

interface Person {
  headers: Record<string, string>
  paid: { reference: string; naira: number }[]
}

const SETTLED_WITHIN_MILLISECONDS = 120_000
/** More people at once would only wait for the machine. */
const ACTING_AT_ONCE = 20

const Opened = z.object({ reference: z.string(), access_code: z.string() })
const Resumed = z.object({
  reference: z.string(),
  access_code: z.string().nullable(),
  transaction: z.object({ amount: z.number() }),
})
const Refused = z.object({ code: z.string(), reference: z.string().optional() })

/** @returns how often an answer was cut off or refused temporarily; with 0, nothing was tested */
export async function runStorm(
  fleet: FleetWithPostgres,
  storm: Storm,
): Promise<{ people: Person[]; disturbed: number }> {
  const people = await makePeople(fleet, storm.people)
  const weather: Weather = { over: false, broken: false, disturbed: 0, messages: 0, late: [] }
  const waiting = [...people.entries()]
  const act = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [number, person] = next
      for (let each = 0; each < storm.topUpsEach || !weather.broken; each += 1) {
        await topUp({ fleet, weather, person }, 100 + ((number * 7 + each * 13) % 900))
      }
    }
  }
  // Each waits for the other to end, even if it fails.
  const ends = await Promise.allSettled([
    breakThings(fleet, storm, weather).finally(() => (weather.broken = true)),
    Promise.all(Array.from({ length: ACTING_AT_ONCE }, act)).finally(() => (weather.over = true)),
  ])
  await Promise.all(weather.late)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return { people, disturbed: weather.disturbed }
}

async function makePeople(fleet: FleetWithPostgres, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let number = 0; number < count; number += 1) {
    const session = await signUp(fleet.next(), `${newKey()}@mail.example`)
    people.push({ headers: { authorization: `Bearer ${session.access_token}` }, paid: [] })
  }
  return people
}

interface Weather {
  over: boolean
  /** Everything has been broken at least once. People continue until then. */
  broken: boolean
  disturbed: number
  messages: number
  /** Webhooks that people did not wait for. */
  late: Promise<unknown>[]
}

/** Kills and restarts one server after the other, and once the database. */
async function breakThings(fleet: FleetWithPostgres, storm: Storm, weather: Weather): Promise<void> {
  for (let turn = 0; !weather.over; turn += 1) {
    await pause(storm.killEveryMilliseconds * (0.5 + Math.random()))
    if (weather.over) return
    if (storm.interruptDatabase && turn === 1) {
      await fleet.postgres.interrupt()
      await pause(500)
      await fleet.postgres.resume()
    }
    const place = turn % fleet.servers.length
    const server = fleet.servers[place]
    if (!server) return
    await server.kill()
    fleet.servers[place] = await startServer({ ...fleet.variables, PORT: new URL(server.url).port })
    weather.broken ||= turn === 1
  }
}

interface Acting {
  fleet: FleetWithPostgres
  weather: Weather
  person: Person
}

/** One top-up from start to payment. Every eighth one is never paid. */
async function topUp(acting: Acting, wanted: number): Promise<void> {
  const { fleet, weather, person } = acting
  const { reference, naira } = await begin(acting, wanted)
  if (Math.random() < 1 / 8) return
  const message = (id: number) => unlessCut(weather, () => sendMessage(fleet.next(), 'charge.success', reference, id))
  const asked = () => unlessCut(weather, () => call(`${fleet.next()}/functions/v1/verify`, { reference }))
  // Early: before the payment.
  if (Math.random() < 1 / 4) await Promise.all([message((weather.messages += 1)), asked()])
  await fleet.provider.control('pay', { reference, silently: true })
  person.paid.push({ reference, naira })
  const copies = 1 + Math.floor(Math.random() * 5)
  const id = (weather.messages += 1)
  const told = Array.from({ length: copies }, async (_, copy) => {
    await pause(Math.random() < 0.5 ? 0 : Math.random() * 1500)
    // Some copies have the same bytes.
    await message(id + (copy % 2) * 1_000_000)
  })
  const waited = Promise.all([...told, asked(), asked()])
  // Some people continue before the answer.
  if (Math.random() < 0.7) await waited
  else weather.late.push(waited)
}

interface Begun {
  reference: string
  naira: number
}

/** Retries until a top-up is open: with the same key, or by resuming the one that the refusal names. */
async function begin(acting: Acting, naira: number): Promise<Begun> {
  const { fleet, weather, person } = acting
  let key = newKey()
  const until = Date.now() + SETTLED_WITHIN_MILLISECONDS
  while (Date.now() < until) {
    const answer = await unlessCut(weather, () =>
      call(`${fleet.next()}/api/wallet/top-ups`, { amount: naira }, { ...person.headers, 'idempotency-key': key }),
    )
    if (answer?.status === 201) return { reference: Opened.parse(answer.body).reference, naira }
    if (!answer) continue
    weather.disturbed += 1
    await pause(100)
    const { code, reference } = Refused.parse(answer.body)
    // The server that asked the provider was killed. Waiting half a minute for its lease would take too long.
    if (code === 'request_in_flight') key = newKey()
    if (code !== 'too_many_open_top_ups') continue
    // Resuming continues a top-up that was never paid, and settles any other one, so that the next one may start.
    const resumed = await unlessCut(weather, () =>
      call(`${fleet.next()}/api/wallet/top-ups/${reference}/resume`, {}, person.headers),
    )
    const found = resumed?.status === 200 ? Resumed.parse(resumed.body) : null
    if (found?.access_code && !person.paid.some((paid) => paid.reference === found.reference)) {
      return { reference: found.reference, naira: found.transaction.amount }
    }
    await pause(400)
  }
  throw new Error('no top-up could be begun in time')
}

/** @returns undefined if a kill cut the connection. Any other error fails the test */
async function unlessCut(weather: Weather, ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    const answer = await ask()
    expect([200, 201, 409, 503]).toContain(answer.status)
    return answer
  } catch (error) {
    // Accept what fetch throws for a cut connection, and for an answer that never came because the database stopped.
    if (!(error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))) throw error
    weather.disturbed += 1
    await pause(50)
    return undefined
  }
}

const ASKED_AT_ONCE = 60

/** Verifies every payment until it is settled. */
export async function awaitSettlement(fleet: FleetWithPostgres, people: readonly Person[]): Promise<void> {
  const paid = people.flatMap((person) => person.paid)
  for (let next = 0; next < paid.length; next += ASKED_AT_ONCE) {
    await Promise.all(paid.slice(next, next + ASKED_AT_ONCE).map(({ reference }) => settled(fleet, reference)))
  }
}

async function settled(fleet: FleetWithPostgres, reference: string): Promise<void> {
  await vi.waitFor(
    async () =>
      expect(await call(`${fleet.next()}/functions/v1/verify`, { reference })).toMatchObject({
        status: 200,
        body: { status: 'success' },
      }),
    { timeout: SETTLED_WITHIN_MILLISECONDS, interval: 500 },
  )
}
