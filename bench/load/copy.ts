/** Load: PostgreSQL's own export, COPY TO STDOUT. The driver discards the rows. */
import { Client } from 'pg'
import { serveRounds, variable } from '../child.ts'

const client = new Client({ connectionString: variable('DATABASE_URL') })
await client.connect()
const statement = variable('STATEMENT')

serveRounds(1, () => () => client.query(statement))
