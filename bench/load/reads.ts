/** Load: one address, a page or a file of any length, over persistent connections. */
import { serveRounds, variable } from '../child.ts'
import { keepAlive } from '../http.ts'

const path = variable('ADDRESS')
const bytesMin = Number(variable('BYTES_MIN'))
const token = process.env['TOKEN']
const workers = Number(process.env['CONNECTIONS'] ?? 1)
const client = keepAlive(variable('URL'), workers)
const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }

serveRounds(workers, () => async () => {
  // Otherwise an empty list would be measured without notice.
  const bytes = await client.drain({ method: 'GET', path, headers })
  if (bytes < bytesMin) throw new Error(`${path} answered ${bytes} bytes`)
})
