/**
 * `npm run verify -- URL [--since FILE] [--proof FILE] [--openings FILE]`: checks a public log from outside. It needs nothing but Node: the
 * build also makes it one file, which every instance gives out as /verify-log.mjs.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { audit, checkEntries, readEntries, readHead, treeOf, type ReadLog } from '../contract/proof/audit.ts'
import { readOpening } from '../contract/proof/opening.ts'
import { readClearEntry, type ClearEntry } from '../contract/proof/clear-entries.ts'
import { checkCorrections, readPublished } from '../contract/proof/corrections.ts'
import { ProofError, toBase64, UncheckedError, type Bytes } from '../contract/proof/bytes.ts'
import { openCheckpoint, readVerifierKey } from '../contract/proof/note.ts'
import { checkReceipt, naira, readProofFile, requireConsistent, type StepName } from '../contract/proof/receipt.ts'
import { shownValues } from '../contract/proof/entries.ts'

const USAGE = `Say which log: npm run verify -- https://aid.example.org
  --since FILE      the log must still begin with what this file holds of an earlier check; then the file is brought up to date
  --proof FILE      checks the .tlog-proof file of a gift
  --openings FILE   for auditors: compares each opened entry with the log and with its row`

const STEPS: Record<StepName, string> = {
  signature: 'the checkpoint is signed',
  kept: 'the log still begins with what the file holds',
  gift: 'the gift is in the log',
  shares: 'what it is counted towards is in the log',
  sum: 'what is counted and refunded is not more than the gift',
}

interface Order {
  readonly url: string
  readonly since: string | undefined
  readonly proof: string | undefined
  readonly openings: string | undefined
}

function parseOrder(words: readonly string[]): Order | undefined {
  const named = new Map<string, string>()
  const rest: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const value = words[at + 1]
    if (!word.startsWith('--')) rest.push(word)
    else if (['--since', '--proof', '--openings'].includes(word) && value !== undefined) {
      named.set(word, value)
      at += 1
    } else return undefined
  }
  const [url, ...more] = rest
  if (url === undefined || more.length > 0 || !/^https?:\/\//.test(url)) return undefined
  return { url, since: named.get('--since'), proof: named.get('--proof'), openings: named.get('--openings') }
}

function reader(url: string): ReadLog {
  const base = `${url.replace(/\/+(?:log\/*)?$/, '')}/log/`
  return async (path): Promise<Bytes | undefined> => {
    const answer = await fetch(base + path)
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new UncheckedError(`${base}${path} answers ${answer.status}.`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

async function verify({ url, since, proof, openings }: Order): Promise<boolean> {
  const read = reader(url)
  const kept = since !== undefined && existsSync(since) ? await readKept(since) : undefined
  const { head, note: signed, keys } = await readHead(read, kept?.keys)
  say(`ok    ${head.origin} has ${head.size} entries; the checkpoint is signed with ${keys.join(' or ')}`)
  if (kept) {
    await requireConsistent(head, kept, treeOf(read, head.size).readTile)
    say('ok    the log still begins with what the file holds')
  }
  const clear: ClearEntry[] = []
  const note = (first: number, entries: readonly Uint8Array[]) => {
    for (const [at, entry] of entries.entries()) {
      const found = readClearEntry(first + at, entry, ['totals', 'correction'])
      if (found) clear.push(found)
    }
  }
  // Only openings need the leaves, which are a third of a gigabyte for ten million.
  const leaves = openings === undefined ? undefined : await readEntries(read, head, note)
  if (!leaves) await checkEntries(read, head, note)
  say(`ok    all ${head.size} entries lead to the signed root ${toBase64(head.root)}`)
  const good = [
    verifyCorrections(clear),
    proof === undefined || (await verifyProof(proof, read, keys)),
    openings === undefined || leaves === undefined || (await verifyOpenings(openings, leaves, clear)),
  ].every(Boolean)
  if (since !== undefined && good) keep(since, [...keys, '', signed].join('\n'))
  return good
}

/** Published figures that an earlier version had wrong. A log without corrections says nothing of them. */
function verifyCorrections(clear: readonly ClearEntry[]): boolean {
  const { corrected, faults } = checkCorrections(clear)
  for (const fault of faults) say(`WRONG ${fault}`)
  if (corrected > 0 && faults.length === 0) say(`note  ${corrected} published figures were false, and the log says so`)
  return faults.length === 0
}

/** Leaves out the byte order mark with which some editors begin a file. */
const readText = (file: string) => new TextDecoder().decode(readFileSync(file))

/** Keys, an empty line, and the checkpoint. @throws UncheckedError where it is not that: such a file says nothing about the log */
async function readKept(file: string) {
  const text = readText(file)
  const end = text.indexOf('\n\n')
  const kept = { keys: text.slice(0, Math.max(0, end)).split('\n'), note: text.slice(end + 2) }
  try {
    await openCheckpoint(kept.note, await Promise.all(kept.keys.map(readVerifierKey)))
  } catch (fault) {
    if (!(fault instanceof ProofError)) throw fault
    throw new UncheckedError(
      `${file} is damaged, or not one of an earlier check. Take a copy of it, or begin a new one.`,
    )
  }
  return kept
}

/** Replaces the whole file or nothing: a full disk leaves what was there. */
function keep(file: string, text: string): void {
  writeFileSync(`${file}.partial`, text, { flush: true })
  renameSync(`${file}.partial`, file)
}

/** Checks too that the proof's checkpoint is the beginning of today's log. */
async function verifyProof(file: string, read: ReadLog, keys: readonly string[]): Promise<boolean> {
  const proof = { ...readProofFile(readText(file)), keys }
  const receipt = proof.entries[0] ? shownValues(proof.entries[0].fields).get('receipt') : undefined
  const { head } = await readHead(read, keys)
  await requireConsistent(head, { note: proof.checkpoint, keys }, treeOf(read, head.size).readTile)
  const { steps, amount = 0n, counted = 0n, givenBack = 0n } = await checkReceipt(proof, { receipt: receipt ?? '' })
  for (const { name, outcome, fault } of steps) {
    if (name === 'kept' || outcome === 'not_reached' || outcome === 'left_out') continue
    say(outcome === 'fits' ? `ok    ${STEPS[name]}` : `WRONG ${STEPS[name]}: ${fault}`)
  }
  say(`      ${naira(amount)} given, ${naira(counted)} counted towards payments, ${naira(givenBack)} refunded`)
  return steps.every(({ outcome }) => outcome === 'fits' || outcome === 'left_out')
}

async function verifyOpenings(file: string, leaves: Uint8Array, clear: readonly ClearEntry[]): Promise<boolean> {
  const openings = readText(file).split('\n').filter(Boolean).map(readOpening)
  const found = await audit(leaves, openings)
  for (const fault of found.faults) say(`WRONG ${fault}`)
  if (found.faults.length === 0) say(`ok    ${found.opened} entries were opened, and each agrees with its row`)
  say(`      ${naira(found.given)} given, ${naira(found.givenBack)} refunded`)
  say(
    `      ${naira(found.handedOver)} handed over, ${naira(found.returned)} returned, ${naira(found.lost)} lost, ${naira(found.counted)} counted towards payments`,
  )
  const { paidOut, lost, paidOutUntil } = readPublished(clear) ?? {}
  say(
    `      published: ${paidOut === undefined ? 'nothing' : `${naira(paidOut)} paid out, ${lost === undefined ? '–' : naira(lost)} lost, as of ${paidOutUntil}`}`,
  )
  return found.faults.length === 0
}

const order = parseOrder(process.argv.slice(2))
if (order) {
  try {
    if (!(await verify(order))) process.exitCode = 1
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    const isWrong = fault instanceof ProofError && !(fault instanceof UncheckedError)
    say(isWrong ? `WRONG ${fault.message}` : `NOT CHECKED: ${fault.message}`)
    process.exitCode = isWrong ? 1 : 3
  }
} else {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
}
