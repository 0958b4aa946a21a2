/** `npm run witness -- URL [--name NAME] [--folder FOLDER]`: keeps an eye on the public log of another instance, and cosigns it. */
import { parseArgs } from 'node:util'
import { ProofError } from '../../contract/proof/bytes.ts'
import { StartError } from '../lib/errors.ts'
import { restrictNewFiles } from '../lib/private-folder.ts'
import { witnessLog } from '../log/witness.ts'

const USAGE = `Say which log: npm run witness -- https://aid.example.org
  --name NAME       how others know this witness, such as example.org/witness; without it: witness
  --folder FOLDER   where its key and the checkpoints that it saw are kept; without it: data/witness`

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
      if (!answer.ok) throw new ProofError(`${base}/log/${path} answers ${answer.status}.`)
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
  if (answer.ok) say('ok    the log shows this cosignature')
  else
    say(
      `      The log does not take it (${answer.status}). Its operator must add this key to LOG_WITNESSES: ${witnessKey}`,
    )
}

function readOrder() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string', default: 'witness' },
        folder: { type: 'string', default: 'data/witness' },
      },
    })
    const [address, ...more] = positionals
    const isUsable = address !== undefined && /^https?:\/\//.test(address) && more.length === 0
    return isUsable && /^[^\s+]+$/.test(values.name) ? { address, ...values } : undefined
  } catch {
    return undefined
  }
}

restrictNewFiles()
const order = readOrder()
if (order) {
  try {
    await watch(order.address, order.name, order.folder)
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    const isOurs = fault instanceof ProofError || fault instanceof StartError
    say(`WRONG ${isOurs ? fault.message : `The log cannot be read: ${fault.message}.`} Nothing is signed.`)
    process.exitCode = 1
  }
} else {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
}
