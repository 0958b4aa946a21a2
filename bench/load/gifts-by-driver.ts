/** Load: the statements of a gift with the bare driver, without HTTP and without a provider. */
import { Pool } from 'pg'
import { readRecording, serveRounds, variable } from '../child.ts'
import { newGift, replay } from '../replay.ts'

const WORKERS = Number(variable('CONNECTIONS'))
const pool = new Pool({ connectionString: variable('DATABASE_URL'), max: WORKERS })
const { initialize, settle } = readRecording()
const steps = [...initialize, ...settle]

serveRounds(WORKERS, () => () => replay(pool, steps, newGift()))
