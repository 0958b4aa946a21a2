/**
 * `npm run witness -- URL`: keeps an eye on the public log of another instance, and cosigns it. `npm run witness -- --listen PORT --log KEY`:
 * takes checkpoints from the logs themselves, as C2SP's tlog-witness says.
 */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import { z } from 'zod'
import { ProofError, UncheckedError } from '../../../contract/proof/bytes.ts'
import { StartError } from '../../platform/errors.ts'
import { restrictNewFiles } from '../../platform/private-folder.ts'
import { readVerifierKey } from '../../../contract/proof/note.ts'
import { openWitness, witnessLog } from '../../proof/log/witness.ts'
import { witnessEndpoint } from '../../proof/log/witness-endpoint.ts'

const USAGE = `Say which log: npm run witness -- https://aid.example.org
  or wait for logs: npm run witness -- --listen 8099 --log KEY, for each log its key from /log/key
  --name NAME       how others know this witness, such as example.org/witness; without it: witness
  --folder FOLDER   where its key and the checkpoints that it saw are kept; without it: data/witness`

/** A log's reason to refuse. A proxy before it gives none that we could show. */
const Refused = z.looseObject({ detail: z.string().catch('Try again later.') })

const say = (line: string) => process.stdout.write(`${line}\n`)

async function watch(address: string, name: string, folder: string): Promise<void> {
  const base = address.replace(/\/+(?:log\/*)?$/, '')
  const found = await witnessLog({
    folder,
    name,
    now: new Date(),
    async read(path) {
      const answer = await fetch(`${base}/log/${path}`)
      if (answer.status === 404) return undefined
      if (!answer.ok) throw new UncheckedError(`${base}/log/${path} answers ${answer.status}.`)
      return new Uint8Array(await answer.arrayBuffer())
    },
  })
  const { origin, size, before, cosignature, witnessKey } = found
  say(
    before === undefined
      ? `ok    ${origin} has ${size} entries. This is the first time: its keys are trusted from now on`
      : `ok    ${origin} has ${size} entries, and still begins with the ${before} that this witness saw`,
  )
  say(`      ${cosignature.trim()}`)
  const answer = await fetch(`${base}/api/transparency/cosignatures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ size, cosignature }),
  })
  if (answer.ok) {
    say('ok    the log shows this cosignature')
    return
  }
  const { detail } = Refused.parse(await answer.json().catch(() => ({})))
  say(`      The log does not take it (${answer.status}). ${detail}`)
  say(`      The key of this witness: ${witnessKey}`)
}

/** Serves until the process is stopped. Other machines reach it through a proxy with TLS. */
async function listen(port: number, logs: readonly string[], name: string, folder: string): Promise<void> {
  for (const log of logs) await readVerifierKey(log)
  const { key } = await openWitness(folder)
  const app = witnessEndpoint({ folder, name, key, logs, now: () => new Date() })
  say(`      The key of this witness: ${await key.witnessKey(name)}`)
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () =>
    say(`ok    waiting for checkpoints on http://127.0.0.1:${port}/add-checkpoint`),
  )
  // Rejects where the port is in use.
  await once(server, 'close')
}

function readOrder() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string', default: 'witness' },
        folder: { type: 'string', default: 'data/witness' },
        listen: { type: 'string' },
        log: { type: 'string', multiple: true, default: [] },
      },
    })
    const named = /^[^\s+]+$/.test(values.name)
    if (values.listen !== undefined) {
      const port = Number(values.listen)
      const canServe = Number.isInteger(port) && port > 0 && port < 65_536 && values.log.length > 0
      // A log whose key has changed gives out several, one on each line.
      const log = values.log.flatMap((keys) => keys.trim().split(/\s+/))
      return canServe && named && positionals.length === 0 ? { ...values, log, port } : undefined
    }
    const [address, ...more] = positionals
    const isUsable = address !== undefined && /^https?:\/\//.test(address) && more.length === 0
    return isUsable && named ? { ...values, address } : undefined
  } catch {
    return undefined
  }
}

restrictNewFiles()
const order = readOrder()
if (order) {
  try {
    if ('port' in order) await listen(order.port, order.log, order.name, order.folder)
    else await watch(order.address, order.name, order.folder)
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    const isWrong = fault instanceof StartError || (fault instanceof ProofError && !(fault instanceof UncheckedError))
    say(`${isWrong ? 'WRONG' : 'NOT CHECKED:'} ${fault.message} Nothing is signed.`)
    process.exitCode = isWrong ? 1 : 3
  }
} else {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
}
