/** Load: an address of a person's own, such as the requests for aid, asked for over one connection, one after the other. */
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { serveRounds, variable } from '../child.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const url = `${variable('URL')}${variable('ADDRESS')}`
const headers = { authorization: `Bearer ${variable('TOKEN')}` }
const Own = z.union([
  z.object({ items: z.array(z.unknown()).length(10) }),
  z.object({ balance: z.number().positive() }),
])

const ask = () =>
  new Promise<string>((resolve, reject) => {
    const call = get(url, { agent, headers }, (response) => void text(response).then(resolve, reject))
    call.once('error', reject)
  })

serveRounds(1, async () => {
  // An answer that holds something else would be measured just as well.
  Own.parse(JSON.parse(await ask()))
  return ask
})
