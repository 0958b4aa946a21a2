/** Load: the headline figures, asked for over one connection, one after the other. */
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { serveRounds, variable } from '../child.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const url = `${variable('URL')}/api/stats`

serveRounds(
  1,
  () => () =>
    new Promise<string>((resolve, reject) => {
      const call = get(url, { agent }, (response) => void text(response).then(resolve, reject))
      call.once('error', reject)
    }),
)
