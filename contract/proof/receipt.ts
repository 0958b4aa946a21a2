/**
 * Checks what a receipt shows against the public log, step by step. It trusts only a key of the log, and what the person who checks has
 * kept from before.
 */
import {
  asList,
  asRecord,
  asText,
  fromBase64,
  isSame,
  ProofError,
  sha256,
  toBase64,
  toHex,
  UncheckedError,
  utf8,
  type Bytes,
} from './bytes.ts'
import { clearEntry, entryOfFields, shownValues, type OpenedField } from './entries.ts'
import { leafHash, provenRoot, rootFromInclusion, type Tree } from './merkle.ts'
import { openCheckpoint, readVerifierKey, type Checkpoint, type LoadEd25519 } from './note.ts'

export interface ProvenEntry {
  readonly index: number
  readonly fields: readonly OpenedField[]
  /** In base64, from the leaf's sibling up. */
  readonly proof: readonly string[]
}

/** A public description of payments: an entry in clear, as JSON. */
export interface ProvenRow {
  readonly index: number
  readonly text: string
  readonly proof: readonly string[]
}

/** The answer of `GET /api/receipts/:code/proof`, and the content of a `.tlog-proof` file. */
export interface ReceiptProof {
  readonly keys: readonly string[]
  readonly checkpoint: string
  readonly entries: readonly ProvenEntry[]
  /** Files of earlier versions have none. */
  readonly rows: readonly ProvenRow[]
}

export const STEPS = ['signature', 'kept', 'gift', 'shares', 'sum'] as const
export type StepName = (typeof STEPS)[number]

export interface Step {
  readonly name: StepName
  /** `left_out`: there was nothing to compare with. `unchecked`: a copy of the log is damaged or missing. */
  readonly outcome: 'fits' | 'left_out' | 'unchecked' | 'does_not_fit' | 'not_reached'
  /** A sentence that names the fault, or the reason why nothing was checked. */
  readonly fault?: string
}

/** A public description of payments that the gift is counted towards. */
export interface ProvenShare {
  readonly kind: string | undefined
  readonly band: string | undefined
  readonly period: string | undefined
}

/** All that a receipt states and the log has. Amounts in kobo. */
export interface ShownGift {
  readonly amount: bigint
  readonly fund: string
  /** In UTC. */
  readonly day: string
  readonly status: string
  /** The checkpoint of what follows, by its entries. */
  readonly size: number
  readonly logged: boolean
  readonly counted: bigint
  readonly waiting: bigint
  readonly givenBack: bigint
  /** The sum of the books, which may be ahead of the checkpoint. */
  readonly givenBackNow: bigint
  readonly shares: readonly (ProvenShare & { readonly payments: number; readonly confirmed: number })[]
}

export interface Checked {
  readonly steps: readonly Step[]
  /** How many entries the log has. */
  readonly size?: number
  /** The gift's sums, in kobo: given, refunded, counted towards payments. */
  readonly amount?: bigint
  readonly givenBack?: bigint
  readonly counted?: bigint
  readonly shares?: readonly ProvenShare[]
}

export interface Expected {
  /** The hash of the receipt code: whose gift it must be. */
  readonly receipt: string
  /** A checkpoint that was kept, with the key that was kept with it. */
  readonly kept?: { readonly note: string; readonly keys: readonly string[] }
  /** Reads the tiles of the log, for the comparison with the kept checkpoint. */
  readonly readTile?: Tree['readTile']
  /** The receipt's own statements, which are compared with the log. */
  readonly shown?: ShownGift
  readonly loadEd25519?: LoadEd25519
}

/** How the log names the gift of a receipt code. */
export const hashReceiptCode = async (code: string): Promise<string> => toHex(await sha256(utf8(code)))

/** Runs all steps, up to the first that does not fit. */
export async function checkReceipt(proof: ReceiptProof, expected: Expected): Promise<Checked> {
  const found: { -readonly [Name in keyof Checked]: Checked[Name] } = { steps: [] }
  const steps: Step[] = []
  let head: Checkpoint | undefined
  const run: Record<StepName, () => Promise<'fits' | 'left_out'>> = {
    async signature() {
      // The keys kept by the reader win: a log that shows another key now is another log.
      const keys = expected.kept?.keys ?? proof.keys
      head = await openCheckpoint(proof.checkpoint, await Promise.all(keys.map(readVerifierKey)), expected.loadEd25519)
      found.size = head.size
      return 'fits'
    },
    async kept() {
      if (!expected.kept || !expected.readTile || !head) return 'left_out'
      await requireConsistent(head, expected.kept, expected.readTile, expected.loadEd25519)
      return 'fits'
    },
    async gift() {
      if (expected.shown && head?.size !== expected.shown.size)
        throw new ProofError('This receipt and its proof are of different checkpoints.')
      if (expected.shown?.logged === false && proof.entries.length === 0) return 'left_out'
      const values = await onlyEntry(proof, head, 'gift', expected.receipt)
      const givenBack = (await lastAmount(proof, head, 'given_back', expected.receipt)) ?? 0n
      const amount = readKobo(values.get('amount'))
      if (expected.shown) requireAsShown(values, { amount, givenBack }, expected.shown)
      Object.assign(found, { amount, givenBack })
      return 'fits'
    },
    async shares() {
      const counted = await lastAmount(proof, head, 'counted', expected.receipt)
      found.counted = counted ?? 0n
      found.shares = await readShares(proof, head, expected.receipt)
      if (expected.shown) {
        requireEqual('counted', expected.shown.counted, found.counted)
        requireDescribed(expected.shown.shares, found.shares, await readRows(proof, head))
      }
      return counted === undefined ? 'left_out' : 'fits'
    },
    async sum() {
      const { amount = expected.shown?.amount ?? 0n, givenBack = 0n, counted = 0n } = found
      if (counted < 0n || counted + givenBack > amount)
        throw new ProofError('What is counted and refunded is more than the gift.')
      if (expected.shown) {
        requireEqual('refunded', expected.shown.givenBack, givenBack)
        requireEqual('waiting', expected.shown.waiting, amount - givenBack - counted)
      }
      return 'fits'
    },
  }
  for (const name of STEPS) {
    if (steps.some(({ outcome }) => outcome === 'does_not_fit')) {
      steps.push({ name, outcome: 'not_reached' })
      continue
    }
    try {
      steps.push({ name, outcome: await run[name]() })
    } catch (fault) {
      if (!(fault instanceof ProofError)) throw fault
      const outcome = fault instanceof UncheckedError ? 'unchecked' : 'does_not_fit'
      steps.push({ name, outcome, fault: fault.message })
    }
  }
  return { ...found, steps }
}

/**
 * Compares the log with a checkpoint that was kept earlier.
 * @throws UncheckedError when the tiles do not lead to the signed root
 * @throws ProofError when the log no longer begins with the entries of that checkpoint
 */
export async function requireConsistent(
  head: Checkpoint,
  kept: { readonly note: string; readonly keys: readonly string[] },
  readTile: Tree['readTile'],
  loadEd25519?: LoadEd25519,
): Promise<void> {
  const old = await openCheckpoint(kept.note, await Promise.all(kept.keys.map(readVerifierKey)), loadEd25519)
  if (old.origin !== head.origin) throw new ProofError('The checkpoint that was kept is of another log.')
  if (old.size > head.size)
    throw new ProofError(`The log had ${old.size} entries when the checkpoint was kept, and shows ${head.size} now.`)
  const root = old.size === head.size ? head.root : await provenRoot(head, readTile, old.size)
  if (!isSame(root, old.root))
    throw new ProofError(`The first ${old.size} entries are not those that the log had when the checkpoint was kept.`)
}

/** @returns the values of an entry that is in the log; undefined where it is of another type */
async function provenValues(
  entry: ProvenEntry,
  head: Checkpoint | undefined,
  type: string,
  receipt: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const values = shownValues(entry.fields)
  if (values.get('type') !== type) return undefined
  if (values.get('receipt') !== receipt) throw new ProofError(`Entry ${entry.index} is about another gift.`)
  await requireIncluded(await entryOfFields(entry.fields), entry.index, entry.proof, head)
  return values
}

/** @throws ProofError unless the entry is in the log at that place */
async function requireIncluded(
  entry: Bytes,
  index: number,
  proof: readonly string[],
  head: Checkpoint | undefined,
): Promise<void> {
  if (!head) throw new ProofError('There is no checkpoint.')
  const root = await rootFromInclusion(await leafHash(entry), index, head.size, proof.map(fromBase64))
  if (!isSame(root, head.root)) throw new ProofError(`Entry ${index} is not in the log with these values.`)
}

async function onlyEntry(proof: ReceiptProof, head: Checkpoint | undefined, type: string, receipt: string) {
  for (const entry of proof.entries) {
    const values = await provenValues(entry, head, type, receipt)
    if (values) return values
  }
  throw new ProofError('The gift is not in the log.')
}

/** Amounts of any size, as in what someone else's log says. */
export const naira = (kobo: bigint) =>
  `₦${(kobo / 100n).toLocaleString('en-NG')}.${String(kobo % 100n).padStart(2, '0')}`

/** A receipt is read from the database: a row that was changed there differs from the entry of its gift. */
function requireAsShown(
  values: ReadonlyMap<string, string>,
  { amount, givenBack }: { readonly amount: bigint; readonly givenBack: bigint },
  shown: ShownGift,
): void {
  if (amount !== shown.amount)
    throw new ProofError(`This receipt says ${naira(shown.amount)}, and the log says ${naira(amount)}.`)
  for (const name of ['fund', 'day'] as const)
    if (values.get(name) !== shown[name])
      throw new ProofError(`This receipt says ${shown[name]}, and the log says ${values.get(name)}.`)
  if (!shown.logged) throw new ProofError('This receipt says that the gift is not in the log, and it is.')
  // The log does not have a refund of today yet, nor a chargeback that was undone today.
  if (shown.status !== 'reversed' && (shown.status !== 'success' || shown.givenBackNow === amount))
    throw new ProofError(
      `The status of this receipt is “${shown.status}”, and the log has a gift that was ${givenBack === amount ? 'refunded' : 'paid'}.`,
    )
}

function requireEqual(what: string, shown: bigint, logged: bigint): void {
  if (shown !== logged)
    throw new ProofError(`This receipt says ${naira(shown)} ${what}, and the log says ${naira(logged)}.`)
}

const describe = ({ kind, band, period }: ProvenShare) => `${kind} ${band} ${period}`

/** Each description that is shown is one of the gift's, with the numbers of its public entry, and none is left out. */
function requireDescribed(
  shown: ShownGift['shares'],
  proven: readonly ProvenShare[],
  rows: readonly ReadonlyMap<string, string>[],
): void {
  const list = (descriptions: readonly string[]) => [...descriptions].sort().join('\n')
  if (list(shown.map(describe)) !== list(proven.map(describe)))
    throw new ProofError('The descriptions of payments on this receipt are not those in the log.')
  const numbered = new Set(
    rows.map((row) => {
      const share = { kind: row.get('kind'), band: row.get('band'), period: row.get('period') }
      return `${describe(share)} ${row.get('payments')} ${row.get('confirmed')}`
    }),
  )
  for (const share of shown)
    if (!numbered.has(`${describe(share)} ${share.payments} ${share.confirmed}`))
      throw new ProofError('The numbers of payments on this receipt are not those in the log.')
}

async function readRows(proof: ReceiptProof, head: Checkpoint | undefined): Promise<ReadonlyMap<string, string>[]> {
  const found: ReadonlyMap<string, string>[] = []
  for (const { index, text, proof: path } of proof.rows) {
    await requireIncluded(clearEntry(text), index, path, head)
    const values = Object.entries(asRecord(parseJson(utf8(text)))).map(
      ([name, value]) => [name, asText(value)] as const,
    )
    found.push(new Map(values))
  }
  return found.filter((row) => row.get('type') === 'rows')
}

/** The sum in the latest entry of a type; such an entry has a field of the same name. */
async function lastAmount(
  proof: ReceiptProof,
  head: Checkpoint | undefined,
  type: 'given_back' | 'counted',
  receipt: string,
): Promise<bigint | undefined> {
  let last: { readonly index: number; readonly amount: bigint } | undefined
  for (const entry of proof.entries) {
    const values = await provenValues(entry, head, type, receipt)
    if (values && entry.index > (last?.index ?? -1)) last = { index: entry.index, amount: readKobo(values.get(type)) }
  }
  return last?.amount
}

async function readShares(proof: ReceiptProof, head: Checkpoint | undefined, receipt: string): Promise<ProvenShare[]> {
  const shares: ProvenShare[] = []
  const seen = new Set<string | undefined>()
  for (const entry of proof.entries) {
    const values = await provenValues(entry, head, 'share', receipt)
    if (!values) continue
    const row = values.get('row')
    if (row === undefined || seen.has(row)) throw new ProofError(`Entry ${entry.index} is counted twice.`)
    seen.add(row)
    // Shares that were released again stay in the log.
    if (values.get('is_counted') === 'true')
      shares.push({ kind: values.get('kind'), band: values.get('band'), period: values.get('period') })
  }
  return shares
}

function readKobo(text: string | undefined): bigint {
  if (text === undefined || !/^-?\d{1,18}$/.test(text)) throw new ProofError('An amount is not shown.')
  return BigInt(text)
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'

/** A `.tlog-proof` file, as C2SP defines it. Keys and all entries travel in its extra data. */
export function writeProofFile({ keys, checkpoint, entries, rows }: ReceiptProof): string {
  const [gift] = entries
  if (!gift) throw new ProofError('The gift is not in the log.')
  const extra = toBase64(utf8(JSON.stringify({ keys, entries, rows })))
  return [FIRST_LINE, `extra ${extra}`, `index ${gift.index}`, ...gift.proof, '', checkpoint].join('\n')
}

/** @throws ProofError unless the text is such a file */
export function readProofFile(text: string): ReceiptProof {
  const end = text.indexOf('\n\n')
  const [first, extra = '', index, ...proof] = text.slice(0, end).split('\n')
  if (end < 0 || first !== FIRST_LINE || !extra.startsWith('extra '))
    throw new ProofError('This is not a .tlog-proof file of a receipt.')
  const read = readReceiptProof({ ...asRecord(parseJson(fromBase64(extra.slice(6)))), checkpoint: text.slice(end + 2) })
  const [gift] = read.entries
  if (index !== `index ${gift?.index}` || proof.join() !== gift?.proof.join())
    throw new ProofError('The parts of the .tlog-proof file do not fit each other.')
  return read
}

function parseJson(bytes: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new ProofError('This is not JSON.')
  }
}

/** Reads a proof that comes from elsewhere. @throws ProofError */
export function readReceiptProof(value: unknown): ReceiptProof {
  const { keys, checkpoint, entries, rows = [] } = asRecord(value)
  const readIndex = (index: unknown) => {
    if (!Number.isSafeInteger(index)) throw new ProofError('An index is not a number.')
    return Number(index)
  }
  return {
    keys: asList(keys).map(asText),
    checkpoint: asText(checkpoint),
    entries: asList(entries).map((entry) => {
      const { index, fields, proof } = asRecord(entry)
      return { index: readIndex(index), fields: asList(fields).map(readField), proof: asList(proof).map(asText) }
    }),
    rows: asList(rows).map((row) => {
      const { index, text, proof } = asRecord(row)
      return { index: readIndex(index), text: asText(text), proof: asList(proof).map(asText) }
    }),
  }
}

function readField(value: unknown): OpenedField {
  const { digest, name, value: shown, salt } = asRecord(value)
  return digest === undefined
    ? { name: asText(name), value: asText(shown), salt: asText(salt) }
    : { digest: asText(digest) }
}
