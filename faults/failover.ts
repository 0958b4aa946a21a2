/**
 * SIGKILL of the primary under a mixed load, and its synchronous standby takes over: the servers, which know both hosts, find it without a
 * restart, and nothing that was acknowledged is lost or there twice.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { openCore } from '../bench/open-core.ts'
import { makeCheckpoint } from '../server/proof/log/checkpoints.ts'
import { call, newKey, postGift } from '../test/processes/client.ts'
import { startFleet, type Fleet } from '../test/processes/fleet.ts'
import { checkDatabase, checkServer, checkSettled } from './load/checks.ts'
import { sendTo } from './load/acting.ts'
import { newLoadBook, startLoad, writeAnswers } from './load/load.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { checkLog } from './proving.ts'
import { findPostgres, NOT_INSTALLED } from './installed-postgres.ts'
import { startReplicated, type Replicated } from './replicated.ts'
import { sharedVariables } from './stage.ts'

const CALM_MILLISECONDS = 3000
const SETTLED_WITHIN_MILLISECONDS = 30_000

export async function killPrimary({ rounds }: { readonly rounds: number }): Promise<Outcome> {
  const programs = findPostgres()
  if (programs === null) return NOT_INSTALLED
  const findings = newFindings()
  const postgres = await startReplicated(programs, ['product', 'provider'])
  try {
    return await failOverUnderLoad(postgres, rounds, findings)
  } finally {
    await postgres.stop()
  }
}

async function failOverUnderLoad(postgres: Replicated, rounds: number, findings: Findings): Promise<Outcome> {
  const options = { providerInMemory: true, variables: sharedVariables() }
  const fleet = await startFleet(2, options, (name) => Promise.resolve(postgres.url(name)))
  const book = newLoadBook()
  const took: number[] = []
  try {
    const ends: unknown[] = []
    for (const { ended } of fleet.servers) void ended.then((how) => ends.push(how))
    const send = sendTo(() => fleet.next(), findings)
    const load = startLoad({ ...book, findings, closesTabs: false, provider: fleet.provider, send })
    for (let round = 0; round < rounds; round += 1) {
      await pause(CALM_MILLISECONDS)
      const killed = performance.now()
      await postgres.failOver()
      took.push(
        ...(await Promise.all(fleet.servers.map(({ url }) => settleAt(url, killed, { fleet, book, findings })))),
      )
      await postgres.rejoin()
    }
    await pause(CALM_MILLISECONDS)
    await load.end()
    findings.same('no server needed a restart', ends, [])
    const after = { acknowledged: book.acknowledged, findings }
    await checkSettled(fleet.next(), after)
    await checkServer(fleet.next(), after)
    await checkDatabase(fleet.database.db, after, fleet.provider)
    await checkOneLog(fleet, findings)
  } finally {
    await fleet.end()
  }
  const seconds = took.map((milliseconds) => (milliseconds / 1000).toFixed(1)).toSorted((a, b) => Number(a) - Number(b))
  return findings.outcome(
    `${postgres.version}: ${rounds} × SIGKILL of the primary of two servers under a mixed load, and promotion of its synchronous standby; ` +
      `a new gift settled ${seconds[0]} to ${seconds.at(-1)} s after the kill; answers: ${writeAnswers(book.answers)}`,
  )
}

interface Around {
  readonly fleet: Fleet
  readonly book: ReturnType<typeof newLoadBook>
  readonly findings: Findings
}

const Opened = z.object({
  status: z.literal(201),
  body: z.object({ reference: z.string(), amount: z.number(), receipt_code: z.string() }),
})
const Settled = z.object({ status: z.literal(200), body: z.object({ status: z.literal('success') }) })
let given = 0

/** Gives until a gift is settled at this server. @returns milliseconds since the kill */
async function settleAt(
  url: string,
  killed: number,
  { fleet, book: { acknowledged }, findings }: Around,
): Promise<number> {
  given += 1
  // An amount that nobody else gives, and one key: a repeat is the same gift.
  const [gift, key] = [{ amount: 50_000 + given / 100 }, newKey()]
  const submitted = acknowledged.submitted.get('/api/donations') ?? 0
  acknowledged.submitted.set('/api/donations', submitted + 1)
  const repeat = async <T extends z.ZodType>(schema: T, ask: () => Promise<unknown>): Promise<z.output<T>> => {
    for (;;) {
      const answer = schema.safeParse(await ask().catch(() => null))
      if (answer.success) return answer.data
      if (performance.now() - killed > 4 * SETTLED_WITHIN_MILLISECONDS) throw new Error(`${url} does not settle a gift`)
      await pause(100)
    }
  }
  const { body } = await repeat(Opened, () => postGift(url, gift, key))
  acknowledged.gifts.set(body.reference, { kobo: Math.round(body.amount * 100), receiptCode: body.receipt_code })
  await fleet.provider.control('pay', { reference: body.reference, silently: true })
  await repeat(Settled, () => call(`${url}/functions/v1/verify`, { reference: body.reference }))
  acknowledged.settled.add(body.reference)
  const took = performance.now() - killed
  findings.check('a new gift is settled within 30 s after the kill', took <= SETTLED_WITHIN_MILLISECONDS, () => ({
    url,
    took,
  }))
  return took
}

/** Signs what is there with the key of the servers, which share a folder. */
async function checkOneLog({ variables }: Fleet, findings: Findings): Promise<void> {
  const { core, close } = openCore({ url: String(variables['DATABASE_URL']) })
  const own = { ...core, env: { ...core.env, logKeyFile: `${variables['DATA_DIR']}/log.key` } }
  try {
    await makeCheckpoint(own)
    await checkLog(own, findings)
  } finally {
    await close()
  }
}
