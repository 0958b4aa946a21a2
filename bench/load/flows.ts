/** Load over HTTP: one flow repeatedly, each worker as a different user, over persistent connections. */
import { randomUUID } from 'node:crypto'
import { serveRounds, variable } from '../child.ts'
import { flowOf } from '../flows.ts'
import { keepAlive } from '../http.ts'
import { openUserPool } from '../user-pool.ts'
import { Answer } from '../record-flows.ts'

const WORKERS = Number(variable('CONNECTIONS'))
const { calls, by } = flowOf(variable('FLOW'))
const bare = process.env['BARE'] !== undefined
const lite = process.env['LITE'] !== undefined
const client = keepAlive(variable('URL'), WORKERS)
const users = openUserPool()

serveRounds(
  WORKERS,
  () => () =>
    users.withUser(async (person) => {
      const who = bare ? { 'x-own': JSON.stringify(person.own) } : { authorization: `Bearer ${person.accessToken}` }
      let reference = ''
      for (const { method, path, body, idempotent, onLite } of calls) {
        const headers = { ...(by !== 'anyone' && who), ...(idempotent && { 'idempotency-key': randomUUID() }) }
        const sent = body?.({ ...person, reference })
        const call = { method, path: (lite && onLite?.path) || path, headers, body: sent }
        // Lite's answers can be empty, or a bare list.
        const answer = Answer.safeParse(await client.json(call)).data
        reference = answer?.reference ?? reference
        person.refreshToken = answer?.refresh_token ?? person.refreshToken
      }
    }),
)
