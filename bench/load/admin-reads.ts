/** Load: what an administrator reads at one address, a page or a file of any length, over one connection, one after the other. */
import { Agent, get } from 'node:http'
import { finished } from 'node:stream/promises'
import { serveRounds, variable } from '../child.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const url = `${variable('URL')}${variable('ADDRESS')}`
const bytesMin = Number(variable('BYTES_MIN'))
const headers = { authorization: `Bearer ${variable('TOKEN')}` }

async function read(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  get(url, { agent, headers }, (response) => {
    let bytes = 0
    response.on('data', (piece: Buffer) => (bytes += piece.length))
    finished(response).then(() => resolve(response.statusCode === 200 ? bytes : 0), reject)
  }).once('error', reject)
  // A refusal, or an empty list, would be measured just as well.
  const bytes = await promise
  if (bytes < bytesMin) throw new Error(`${url} answered ${bytes} bytes`)
}

serveRounds(1, () => read)
