/** Load: the statements of a flow on the bare driver, without HTTP or a provider. */
import { Pool } from 'pg'
import { readRecordings, serveRounds, variable } from '../child.ts'
import { newPiece, replay } from '../replay.ts'
import { openUserPool } from '../user-pool.ts'

const WORKERS = Number(variable('CONNECTIONS'))
const pool = new Pool({ connectionString: variable('DATABASE_URL'), max: WORKERS })
const steps = (readRecordings()[variable('FLOW')] ?? []).flat()
const users = openUserPool()

serveRounds(WORKERS, () => () => users.withUser((person) => replay(pool, steps, newPiece(person.own))))
