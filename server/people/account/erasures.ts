/**
 * Repeats after a restore what people erased since the backup: closed accounts, withdrawn requests, stories that were taken back. Their ids
 * are kept outside the database, by day, in the storage of documents (decision 0129).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import type { Storage } from '../../platform/storage/storage.ts'

const Erased = z.object({ id: z.string(), at: z.coerce.date() })
type Erased = z.output<typeof Erased>

/** A kind of what a person erases for ever. */
export interface Erasure {
  /** A word in lower case. */
  readonly kind: string
  /** Reads erasures after that moment. */
  readonly list: (db: Db, since: Date) => Promise<readonly Erased[]>
  /** Erases one again, unless it is gone. @throws AppError where that may not be done now */
  readonly repeat: (id: string) => Promise<void>
}

const NAME = 'accounts.erasures'
/** Age of the oldest backup that is brought back. */
const DAYS_BACK = 400

export const erasuresJob = (storage: Storage, erasures: readonly Erasure[]): Job => ({
  name: NAME,
  everyMilliseconds: minutes(5),
  async run(core) {
    const now = core.clock.now()
    const { seen, began } = await readRun(core.db)
    const since = seen ?? after(now, -hours(24 * DAYS_BACK))
    for (const erasure of erasures) await keepIds(core.db, storage, erasure, since)
    // A restore begins the instance anew, with the run that the backup knows as the last.
    if (began === null || (seen !== null && seen >= began)) return
    const listed = new Set<string>()
    for (let day = since; day < after(now, hours(24)); day = after(day, hours(24)))
      for (const line of await readLines(storage, day)) listed.add(line)
    // Begins with accounts: with each go all its requests.
    await onEach([...listed].sort(), (line) => repeatOne(core, erasures, line))
  },
})

const Run = z.object({ seen: z.coerce.date().nullable(), began: z.coerce.date().nullable() })

/** @returns when this job last succeeded, and when the instance began */
async function readRun(db: Db): Promise<z.output<typeof Run>> {
  const [found] = await rows(
    db,
    sql`select last_succeeded_at as seen, created_at as began from jobs left join instance on true where name = ${NAME}`,
    Run,
  )
  return found ?? { seen: null, began: null }
}

async function repeatOne({ log }: Core, erasures: readonly Erasure[], line: string): Promise<void> {
  const [kind, id = ''] = line.split(' ')
  try {
    await erasures.find((erasure) => erasure.kind === kind)?.repeat(id)
  } catch (error) {
    log.error({ err: error, kind, id }, 'what was erased before a restore is there again; it will be tried again')
    throw error
  }
}

/** Adds erasures since an hour before the last run to the lists: a transaction ends after the time that it stores. */
async function keepIds(db: Db, storage: Storage, { kind, list }: Erasure, since: Date): Promise<void> {
  const erased = await list(db, after(since, -hours(1)))
  for (const [, ofDay] of Map.groupBy(erased, ({ at }) => keyOf(at))) {
    const [{ at } = { at: since }] = ofDay
    const known = await readLines(storage, at)
    const all = new Set([...known, ...ofDay.map(({ id }) => `${kind} ${id}`)])
    if (all.size > known.length) await keepLines(storage, at, [...all])
  }
}

/** A list for each day of UTC, so that none grows for ever. */
const keyOf = (at: Date) => `erased/${at.toISOString().slice(0, 10)}`

const LINE = /^[a-z]+ [\da-f-]{36}$/

async function readLines(storage: Storage, day: Date): Promise<string[]> {
  const body = await storage.open(keyOf(day))
  return body ? (await new Response(body).text()).split('\n').filter((line) => LINE.test(line)) : []
}

async function keepLines(storage: Storage, day: Date, lines: readonly string[]): Promise<void> {
  const text = lines.map((line) => `${line}\n`).join('')
  const folder = await mkdtemp(join(tmpdir(), 'taimako-erased-'))
  try {
    await writeFile(join(folder, 'list'), text, { mode: 0o600 })
    await storage.put(keyOf(day), join(folder, 'list'), { bytes: text.length, contentType: 'text/plain' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads ids with moments. */
export const readErased = (db: Db, query: ReturnType<typeof sql>): Promise<Erased[]> => rows(db, query, Erased)
