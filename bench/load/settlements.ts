/** Load: only the booking statement, prepared as the product does it, for gifts opened before the measurement. */
import { Pool } from 'pg'
import { readRecordings, serveRounds, variable } from '../child.ts'
import { newPiece, replay, type Piece } from '../replay.ts'

const WORKERS = Number(variable('CONNECTIONS'))
const pool = new Pool({ connectionString: variable('DATABASE_URL'), max: WORKERS })
const [initialize = [], settle = []] = readRecordings()['gift'] ?? []
const booking = settle.filter((step) => step.kind === 'query' && step.text.includes('insert into transfers'))

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
