/** The cosignatures of the witnesses that this log knows (LOG_WITNESSES). */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ProofError } from '../../../contract/proof/bytes.ts'
import { openCosignatures, readWitnessKey, type Cosignature } from '../../../contract/proof/cosignature.ts'
import { minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { readCheckpoint } from './tiles.ts'

const Line = z.object({ witness_key: z.string(), line: z.string(), cosigned_at: z.coerce.date() })

/** How far the clock of a witness may be ahead of ours. */
const AHEAD_MAX = minutes(5)

/** A known witness signed with a time to come. */
export class ClockAhead extends AppError {
  constructor() {
    super('invalid_signature', {
      detail: 'The time of the cosignature is in the future: the clock of this witness is ahead.',
    })
  }
}

const readLines = (db: Db, size: number) =>
  rows(
    db,
    sql`select witness_key, line, cosigned_at from log_cosignatures where size = ${size}::bigint order by cosigned_at, witness_key`,
    Line,
  )

/** The newest checkpoint, its note with the lines of the witnesses that are known now; undefined before the first. */
export async function readCosigned({
  db,
  env,
}: Pick<Core, 'db' | 'env'>): Promise<{ size: number; note: string } | undefined> {
  const last = await readCheckpoint(db)
  if (!last) return undefined
  const lines = await readLines(db, last.size)
  const known = lines.flatMap((each) => (env.logWitnesses.includes(each.witness_key) ? [each.line] : []))
  return { size: last.size, note: last.note + known.join('') }
}

/** Each witness that is known now, and when it cosigned the newest checkpoint. */
export async function readWitnesses({ db, env }: Pick<Core, 'db' | 'env'>, size: number | undefined) {
  const lines = size === undefined || env.logWitnesses.length === 0 ? [] : await readLines(db, size)
  return env.logWitnesses.map((key) => ({
    name: key.slice(0, key.indexOf('+')),
    cosigned_at: lines.find(({ witness_key }) => witness_key === key)?.cosigned_at ?? null,
  }))
}

/**
 * Keeps what a witness says about a checkpoint.
 * @throws AppError `not_found`: there is no checkpoint of this size; `invalid_signature`
 */
export async function keepCosignature(
  { db, env, clock }: Core,
  { size, cosignature }: { readonly size: number; readonly cosignature: string },
) {
  const [checkpoint] = await rows(
    db,
    sql`select note from log_checkpoints where size = ${size}::bigint`,
    z.object({ note: z.string() }),
  )
  if (!checkpoint) throw new AppError('not_found', { detail: 'The log has no checkpoint of this size.' })
  const text = checkpoint.note.slice(0, checkpoint.note.lastIndexOf('\n\n') + 1)
  for (const key of env.logWitnesses) {
    const found = await openLine(`${text}\n${cosignature}`, key)
    if (!found) continue
    if (found.cosignedAt.getTime() > clock.now().getTime() + AHEAD_MAX) throw new ClockAhead()
    await db.execute(sql`
      insert into log_cosignatures (size, witness_key, line, cosigned_at)
      values (${size}::bigint, ${key}, ${cosignature}, ${found.cosignedAt.toISOString()}::timestamptz)
      on conflict do nothing`)
    return { witness: found.witness.name, cosigned_at: found.cosignedAt }
  }
  throw new AppError('invalid_signature', {
    detail: 'This log does not know the key of this witness. Its operator must add it to LOG_WITNESSES.',
  })
}

/** Undefined where the line is of another witness. */
async function openLine(note: string, key: string): Promise<Cosignature | undefined> {
  try {
    return (await openCosignatures(note, [await readWitnessKey(key)]))[0]
  } catch (fault) {
    if (fault instanceof ProofError) throw new AppError('invalid_signature', { detail: fault.message })
    throw fault
  }
}
