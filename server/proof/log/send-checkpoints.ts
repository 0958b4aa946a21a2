/**
 * Sends each new checkpoint to the witnesses of LOG_WITNESS_URLS, as C2SP's tlog-witness describes, and keeps their cosignatures. A try that
 * failed is repeated, at first after a minute and at last each hour.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { SEND_FAILURES, type SendFailure } from '../../../contract/proof/proof-fields.ts'
import { toBase64 } from '../../../contract/proof/bytes.ts'
import { consistencyProof } from '../../../contract/proof/merkle.ts'
import { after, minutes, seconds } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { ClockAhead, keepCosignature } from './cosignatures.ts'
import { readCheckpoint, storedTree, type StoredCheckpoint } from './tiles.ts'

const TIMEOUT = seconds(20)
const ANSWER_BYTES_MAX = 16 * 1024
const LINES_MAX = 16
/** A minute, doubled with each try up to this. */
const PAUSE_MINUTES_MAX = 60

class NotSent extends Error {
  readonly failure: SendFailure
  constructor(failure: SendFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

const Send = z.object({
  url: z.string(),
  size: z.coerce.number(),
  sent_at: z.coerce.date().nullable(),
  failure: z.enum(SEND_FAILURES).nullable(),
  failing_since: z.coerce.date().nullable(),
  tries: z.number(),
  next_try_at: z.coerce.date(),
})
type Send = z.output<typeof Send>

const readSends = (db: Db) =>
  rows(
    db,
    sql`select url, size::text, sent_at, failing_since, tries, next_try_at,
               case when clock_ahead and failure = 'unknown_witness' then 'clock_ahead' else failure end as failure
          from witness_sends order by url`,
    Send,
  )

/** Each witness to which checkpoints are sent, and how that goes. */
export async function readSent({ db, env }: Pick<Core, 'db' | 'env'>) {
  if (env.logWitnessUrls.length === 0) return []
  const known = await readSends(db)
  return env.logWitnessUrls.map((url) => {
    const found = known.find((each) => each.url === url)
    const { sent_at = null, failure = null, failing_since = null } = found ?? {}
    return { address: url, sent_at, failure, failing_since }
  })
}

/** The witnesses wait for no other: one that is silent delays none. */
export async function sendCheckpoints(core: Core): Promise<void> {
  const newest = await readCheckpoint(core.db)
  if (!newest || newest.size === 0 || core.env.logWitnessUrls.length === 0) return
  const now = core.clock.now()
  const known = await readSends(core.db)
  await Promise.all(
    core.env.logWitnessUrls.map(async (url) => {
      const found = known.find((each) => each.url === url)
      // A clock that was wrong wrote a time further ahead than any pause.
      const waits = found && found.next_try_at > now && found.next_try_at <= after(now, 2 * minutes(PAUSE_MINUTES_MAX))
      if (found && (waits || (found.size === newest.size && found.failure === null))) return
      await sendOne(core, found ?? newSend(url, now), newest)
    }),
  )
}

const newSend = (url: string, now: Date): Send => ({
  url,
  size: 0,
  sent_at: null,
  failure: null,
  failing_since: null,
  tries: 0,
  next_try_at: now,
})

async function sendOne(core: Core, send: Send, newest: StoredCheckpoint): Promise<void> {
  const now = core.clock.now()
  try {
    await addCheckpoint(core, send, newest)
    await keep(core.db, { ...newSend(send.url, now), size: newest.size, sent_at: now })
  } catch (error) {
    const { failure, message } =
      error instanceof NotSent ? error : new NotSent('unreachable', error instanceof Error ? error.name : 'unknown')
    const tries = send.tries + 1
    const pause = minutes(Math.min(2 ** (tries - 1), PAUSE_MINUTES_MAX))
    const failing_since = send.failing_since ?? now
    await keep(core.db, { ...send, failure, failing_since, tries, next_try_at: after(now, pause) })
    core.log.warn({ url: send.url, failure, tries, reason: message }, 'a witness did not take the checkpoint')
  }
}

/** @throws NotSent, or what `fetch` throws */
async function addCheckpoint(
  core: Core,
  { url, size: old }: Pick<Send, 'url' | 'size'>,
  newest: StoredCheckpoint,
): Promise<void> {
  let answer = await post(core, url, old, newest)
  if (answer.status === 409) {
    // The witness answers with the size it has. It differs from ours after either side was restored from a backup.
    const has = /^(0|[1-9]\d{0,14})\n?$/.exec(answer.text)?.[1]
    if (has === undefined) throw new NotSent('refused', 'The witness answers 409 without a size.')
    if (Number(has) > newest.size)
      throw new NotSent('larger', `The witness has seen ${has} entries, and the log has ${newest.size}.`)
    answer = await post(core, url, Number(has), newest)
  }
  const { status, text } = answer
  if (status === 404 || status === 403)
    throw new NotSent('unknown_log', `The witness does not know the log or its key: ${status}.`)
  // A second 409 for what it has itself: it saw another log of this size.
  if (status === 409 || status === 422) throw new NotSent('inconsistent', `The witness saw another log: ${status}.`)
  if (status !== 200) throw new NotSent('refused', `The witness answers ${status}.`)
  await keepLines(core, newest.size, text)
}

/** Lines of witnesses that the log does not know are left out, as C2SP demands; without any other it is a failure. */
async function keepLines(core: Core, size: number, text: string): Promise<void> {
  let kept = 0
  let fault = new NotSent('unknown_witness', 'No cosignature came back.')
  for (const line of text.split('\n').slice(0, LINES_MAX)) {
    if (!line.startsWith('\u2014 ')) continue
    try {
      await keepCosignature(core, { size, cosignature: `${line}\n` })
      kept += 1
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      fault = new NotSent(error instanceof ClockAhead ? 'clock_ahead' : 'unknown_witness', error.message)
    }
  }
  if (kept === 0) throw fault
}

async function post({ db }: Core, url: string, old: number, { size, note }: StoredCheckpoint) {
  const proof = old === 0 || old === size ? [] : await consistencyProof(storedTree(db, size), old)
  const answer = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: [`old ${old}`, ...proof.map(toBase64), '', note].join('\n'),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  return { status: answer.status, text: await readText(answer) }
}

async function readText(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.length
    if (bytes > ANSWER_BYTES_MAX) throw new NotSent('refused', 'The answer of the witness is too large.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const keep = (db: Db, { url, size, sent_at, failure, failing_since, tries, next_try_at }: Send) => {
  const isAhead = failure === 'clock_ahead'
  // The version before does not know this failure.
  const stored = isAhead ? 'unknown_witness' : failure
  return db.execute(sql`
    insert into witness_sends (url, size, sent_at, failure, failing_since, tries, next_try_at, clock_ahead)
    values (${url}, ${size}::bigint, ${moment(sent_at)}, ${stored}, ${moment(failing_since)}, ${tries}, ${moment(next_try_at)}, ${isAhead})
    on conflict (url) do update set (size, sent_at, failure, failing_since, tries, next_try_at, clock_ahead) =
      (excluded.size, excluded.sent_at, excluded.failure, excluded.failing_since, excluded.tries, excluded.next_try_at, excluded.clock_ahead)`)
}

const moment = (at: Date | null) => sql`${at?.toISOString() ?? null}::timestamptz`
