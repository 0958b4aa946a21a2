/** Load: the statements of a flow with the bare driver, without HTTP and without a provider. */
import { Pool } from 'pg'
import { readRecordings, serveRounds, variable } from '../child.ts'
import { newPiece, replay } from '../replay.ts'
import { takePeople } from '../taken-people.ts'

const WORKERS = Number(variable('CONNECTIONS'))
const pool = new Pool({ connectionString: variable('DATABASE_URL'), max: WORKERS })
const steps = (readRecordings()[variable('FLOW')] ?? []).flat()
const people = takePeople()

serveRounds(WORKERS, () => () => people.whileTaken((person) => replay(pool, steps, newPiece(person.own))))
