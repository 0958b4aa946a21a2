/** Load: only the booking transaction, with prepared statements, for gifts opened before the measurement. */
import { createHash } from 'node:crypto'
import { Pool } from 'pg'
import { readRecordings, serveRounds, variable } from '../child.ts'
import type { Step } from '../recording.ts'
import { newPiece, replay, type Piece } from '../replay.ts'

const WORKERS = Number(variable('CONNECTIONS'))
const pool = new Pool({ connectionString: variable('DATABASE_URL'), max: WORKERS })
const [initialize = [], settle = []] = readRecordings()['gift'] ?? []
const booking = settle
  .slice(
    settle.findIndex((step) => step.kind === 'query' && step.text === 'begin'),
    settle.findIndex((step) => step.kind === 'query' && step.text === 'commit') + 1,
  )
  .map(prepared)

function prepared(step: Step): Step {
  if (step.kind !== 'query' || step.parameters.length === 0) return step
  return { ...step, name: createHash('sha256').update(step.text).digest('hex').slice(0, 32) }
}

serveRounds(WORKERS, async (pieces) => {
  const gifts: Piece[] = []
  const open = async () => {
    while (gifts.length < pieces) {
      const gift = newPiece({})
      gifts.push(gift)
      await replay(pool, initialize, gift)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, open))
  return async () => {
    const gift = gifts.pop()
    if (gift) await replay(pool, booking, gift)
  }
})
