/**
 * Writes and reads by turns at two servers that read figures and lists from a standby which replays late: who has written reads what they wrote,
 * and who has not reads the standby. Then the standby is gone, and everything is answered all the same.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { openCore } from '../bench/open-core.ts'
import { checkReadStandby } from '../server/operator/doctor/database.ts'
import { LAG_MILLISECONDS_MAX } from '../server/platform/db/reads.ts'
import { call, give, newKey, type Answer } from '../test/processes/client.ts'
import { startFleet, type Fleet } from '../test/processes/fleet.ts'
import { freePort } from '../test/support/free-port.ts'
import { signUp } from '../test/support/signing-in.ts'
import { findPostgres, NOT_INSTALLED, openPrograms, query, until, type Running } from './installed-postgres.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { sharedVariables } from './stage.ts'

/** Above the age that any reader accepts, and below it: there, only the position keeps a writer from reading what is old. */
const DELAYS = ['10s', '3s'] as const
/** One pair in so many is a gift and the public figures, the others are a message and the list of them. */
const GIFT_EACH = 5
const COOKIE = 'taimako_position'
const EXPORTS = 50

export async function readFromStandby({ pairs }: { readonly pairs: number }): Promise<Outcome> {
  const programs = findPostgres()
  if (programs === null) return NOT_INSTALLED
  const findings = newFindings()
  const opened = openPrograms(programs)
  try {
    const [primary, standby] = [opened.place(await freePort()), opened.place(await freePort())]
    opened.create(primary)
    await opened.start(primary)
    for (const name of ['product', 'provider']) await query(primary.port, `create database ${name}`)
    opened.copy(primary.port, standby, '-R')
    appendFileSync(join(standby.data, 'postgresql.auto.conf'), 'hot_standby_feedback = on\n')
    const running = await opened.start(standby)
    const addressOf = (port: number, name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`
    const variables = { ...sharedVariables(), DATABASE_READ_URL: addressOf(standby.port, 'product') }
    const fleet = await startFleet(2, { providerInMemory: true, variables }, (name) =>
      Promise.resolve(addressOf(primary.port, name)),
    )
    try {
      return await readAndWrite(fleet, { opened, running, pairs, primary: primary.port }, findings)
    } finally {
      await fleet.end()
    }
  } finally {
    await opened.stop()
  }
}

interface Replicated {
  readonly opened: ReturnType<typeof openPrograms>
  readonly running: Running
  readonly pairs: number
  /** The replica's port. */
  readonly primary: number
}

async function readAndWrite(
  fleet: Fleet,
  { opened, running, pairs, primary }: Replicated,
  findings: Findings,
): Promise<Outcome> {
  const writer = await openWriter(fleet)
  const stale = new Map<string, number>()
  for (const delay of DELAYS) {
    await query(running.port, `alter system set recovery_min_apply_delay = '${delay}'`)
    await query(running.port, 'select pg_reload_conf()')
    // Reads that were replayed at once stay allowed so long.
    await pause(LAG_MILLISECONDS_MAX)
    if (delay === '3s') await readUntilStandby(fleet, writer)
    for (let each = 0; each < pairs / DELAYS.length; each += 1) {
      const { what, wrote, read, readByOther } = each % GIFT_EACH === 0 ? await writer.gift() : await writer.message()
      findings.same(`who has written reads what they wrote (${what})`, read, wrote)
      if (readByOther !== wrote) stale.set(delay, (stale.get(delay) ?? 0) + 1)
    }
  }
  findings.check('who has written nothing reads the standby', (stale.get('3s') ?? 0) > 0, () => 'nothing that is old')
  findings.same('no one reads what is older than 5 s', stale.get('10s') ?? 0, 0)
  await query(running.port, 'alter system reset recovery_min_apply_delay')
  await query(running.port, 'select pg_reload_conf()')
  await readUntilStandby(fleet, writer)
  findings.same('the doctor says how far the standby is', await examine(fleet), ['ok'])
  const total = await readsOf(fleet)
  const [beside, withStandby] = [await pagesRead(primary), await writer.exports().then(() => pagesRead(primary))]

  await opened.end(running.process, 'SIGKILL')
  for (let each = 0; each < 20; each += 1) {
    const { wrote, read, readByOther } = each % GIFT_EACH === 0 ? await writer.gift() : await writer.message()
    findings.same('without the standby, everything is answered by the primary', [read, readByOther], [wrote, wrote])
  }
  findings.same('the doctor says that the standby is gone', await examine(fleet), ['problem'])
  const [alone, without] = [await pagesRead(primary), await writer.exports().then(() => pagesRead(primary))]
  const listed = sql`select count(*)::int as found from audit_events where action = 'list.read'`
  const { found } = z
    .object({ found: z.number() })
    .parse(z.object({ rows: z.array(z.unknown()) }).parse(await fleet.database.db.execute(listed)).rows[0])
  findings.same('each list that was read is in the audit of the primary', found, writer.lists())
  return findings.outcome(
    `${pairs} pairs of a write and a read at two servers by turns, half with a standby that replays 10 s late, half 3 s; beside each, the same read ` +
      `without the position: ${stale.get('3s') ?? 0} of ${pairs / 2} were older at 3 s, ${stale.get('10s') ?? 0} at 10 s; ${total.standby} reads at the standby, ${total.primary} at the primary; then SIGKILL of the standby, and 20 pairs more; ` +
      `${EXPORTS} exports of the messages read ${withStandby - beside} pages of the primary with the standby, and ${without - alone} without it`,
  )
}

/** Until a server has read so long that a position which the standby has replayed is recent. */
async function readUntilStandby(fleet: Fleet, writer: Writer): Promise<void> {
  const before = await readsOf(fleet)
  await until(async () => {
    await writer.readFigures()
    return (await readsOf(fleet)).standby > before.standby
  })
}

type Writer = Awaited<ReturnType<typeof openWriter>>

interface Pair {
  readonly what: string
  readonly wrote: string
  /** By who wrote, and by someone else. */
  readonly read: string
  readonly readByOther: string
}

const Listed = z.object({ status: z.literal(200), body: z.object({ items: z.tuple([z.object({ id: z.string() })]) }) })
const Figures = z.object({ status: z.literal(200), body: z.object({ funds_raised: z.number() }) })
const Sent = z.object({ status: z.literal(201), body: z.object({ id: z.string() }) })

async function openWriter(fleet: Fleet) {
  const email = `${newKey()}@mail.example`
  const { access_token: token } = await signUp(fleet.next(), email)
  const promote = sql`update profiles set role = 'admin' where user_id = (select id from users where email = ${email})`
  await fleet.database.db.execute(promote)
  let [raised, amounts, lists] = [0, 0, 0]
  const cookieOf = ({ headers }: Answer): Record<string, string> => {
    const cookie = headers.getSetCookie().find((each) => each.startsWith(`${COOKIE}=`))
    return { cookie: cookie?.split(';')[0] ?? '' }
  }
  const readList = async (headers: Record<string, string>): Promise<string> => {
    lists += 1
    const path = '/api/admin/contact-messages?limit=1'
    const answer = await call(`${fleet.next()}${path}`, undefined, { ...headers, authorization: `Bearer ${token}` })
    return Listed.parse(answer).body.items[0].id
  }
  const readFigures = async (headers: Record<string, string> = {}): Promise<string> =>
    String(Figures.parse(await call(`${fleet.next()}/api/stats`, undefined, headers)).body.funds_raised)
  return {
    readFigures,
    lists: () => lists,
    /** As a person who has written nothing. */
    async exports(): Promise<void> {
      for (let each = 0; each < EXPORTS; each += 1) {
        const answer = await call(`${fleet.next()}/api/admin/contact-messages.csv`, undefined, {
          authorization: `Bearer ${token}`,
        })
        if (answer.status !== 200) throw new Error(`an export answered ${answer.status}`)
      }
    },
    async message(): Promise<Pair> {
      const body = { first_name: 'Amina', last_name: 'Yusuf', email: 'amina@mail.example', subject: 'A question' }
      const answer = await call(
        `${fleet.next()}/api/contact-messages`,
        { ...body, message: `A question ${newKey()}` },
        { 'idempotency-key': newKey() },
      )
      const wrote = Sent.parse(answer).body.id
      const [read, readByOther] = await Promise.all([readList(cookieOf(answer)), readList({}).catch(() => 'nothing')])
      return { what: 'a message, the list of them', wrote, read, readByOther }
    },
    async gift(): Promise<Pair> {
      amounts += 1
      const amount = 1000 + amounts
      const { reference } = await give(fleet.next(), { amount })
      await fleet.provider.control('pay', { reference, silently: true })
      const answer = await call(`${fleet.next()}/functions/v1/verify`, { reference })
      raised += amount
      const [read, readByOther] = await Promise.all([readFigures(cookieOf(answer)), readFigures()])
      return { what: 'a gift, the public figures', wrote: String(raised), read, readByOther }
    },
  }
}

/** How many reads the servers did at each. */
async function readsOf(fleet: Fleet): Promise<{ standby: number; primary: number }> {
  const texts = await Promise.all(fleet.servers.map(async ({ url }) => String((await call(`${url}/metrics`)).body)))
  const sumOf = (server: string) =>
    texts
      .map((text) => new RegExp(`^taimako_reads_total\\{server="${server}"\\} (\\d+)`, 'm').exec(text)?.[1])
      .reduce((sum, count) => sum + Number(count ?? 0), 0)
  return { standby: sumOf('standby'), primary: sumOf('primary') }
}

/** @returns the level of each thing that the doctor finds about the standby */
async function examine({ variables }: Fleet): Promise<string[]> {
  const { core, close } = openCore({ url: String(variables['DATABASE_URL']) })
  try {
    const env = { ...core.env, databaseReadUrl: String(variables['DATABASE_READ_URL']) }
    return (await checkReadStandby({ ...core, env })).map(({ level }) => level)
  } finally {
    await close()
  }
}

/** Pages of the product's database that this server has read from its memory or the disk so far. */
async function pagesRead(port: number): Promise<number> {
  // Sessions report what they have read at most once a second.
  await pause(2_000)
  const counted = "select (blks_hit + blks_read)::int as pages from pg_stat_database where datname = 'product'"
  return z.tuple([z.object({ pages: z.number() })]).parse(await query(port, counted))[0].pages
}
