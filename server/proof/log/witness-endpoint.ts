/**
 * C2SP's add-checkpoint (tlog-witness): logs send their checkpoints here and get them cosigned, each only if it continues the last one of
 * that log which this witness saw. Statuses and bodies are those of the specification.
 */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { fromBase64, isSame, ProofError, sha256, type Bytes } from '../../../contract/proof/bytes.ts'
import { isConsistent, type Head } from '../../../contract/proof/merkle.ts'
import { openNote, parseCheckpoint, parseNote, readVerifierKey, type Checkpoint } from '../../../contract/proof/note.ts'
import type { SigningKey } from './signing-key.ts'
import { keep, readKept } from './witness.ts'

export interface WitnessEndpoint {
  readonly folder: string
  /** An address without a scheme, such as `example.org/witness`. */
  readonly name: string
  readonly key: SigningKey
  /** The keys of the logs that it follows, as C2SP writes them; the name of a key is the origin of its log. */
  readonly logs: readonly string[]
  readonly now: () => Date
}

const SIZE = /^old (0|[1-9]\d{0,15})$/
const PROOF_LINES_MAX = 63
const BODY_BYTES_MAX = 64 * 1024

class Refused extends Error {
  readonly status: 400 | 403 | 404 | 422
  constructor(status: Refused['status'], message: string) {
    super(message)
    this.status = status
  }
}

interface Request {
  readonly old: number
  readonly proof: readonly Bytes[]
  readonly note: string
  readonly head: Checkpoint
}

type Answer = { readonly status: 200; readonly line: string } | { readonly status: 409; readonly size: number }

/** Serves `POST /add-checkpoint`. Requests wait for each other: of two for one log the second one sees what the first one kept. */
export function witnessEndpoint(witness: WitnessEndpoint): Hono {
  let before: Promise<unknown> = Promise.resolve()
  const inTurn = (request: Request): Promise<Answer> => {
    const answer = before.then(() => addCheckpoint(witness, request))
    before = answer.catch(() => {})
    return answer
  }
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof Refused) return c.text(`${error.message}\n`, error.status)
    process.stderr.write(`${error.stack ?? error.message}\n`)
    return c.text('The witness cannot answer now.\n', 503)
  })
  const limited = bodyLimit({ maxSize: BODY_BYTES_MAX, onError: (c) => c.text('The request is too large.\n', 413) })
  app.post('/add-checkpoint', limited, async (c) => {
    const answer = await inTurn(readRequest(await c.req.text()))
    if (answer.status === 200) return c.text(answer.line)
    return c.body(`${answer.size}\n`, 409, { 'Content-Type': 'text/x.tlog.size' })
  })
  return app
}

/** The old size, the lines of the proof, an empty line, and the checkpoint. */
function readRequest(body: string): Request {
  const end = body.indexOf('\n\n')
  const [first = '', ...lines] = body.slice(0, Math.max(0, end)).split('\n')
  const [, size] = SIZE.exec(first) ?? []
  if (size === undefined || !Number.isSafeInteger(Number(size)) || lines.length > PROOF_LINES_MAX)
    throw new Refused(
      400,
      'The first line is "old" and a size, then at most 63 hashes, an empty line and the checkpoint.',
    )
  const note = body.slice(end + 2)
  try {
    const proof = lines.map(fromBase64)
    if (proof.some((hash) => hash.length !== 32)) throw new ProofError('A hash of the proof has the wrong length.')
    const head = parseCheckpoint(parseNote(note).text)
    if (Number(size) > head.size) throw new ProofError('The old size is larger than the checkpoint.')
    return { old: Number(size), proof, note, head }
  } catch (fault) {
    if (fault instanceof ProofError) throw new Refused(400, fault.message)
    throw fault
  }
}

async function addCheckpoint({ folder, name, key, logs, now }: WitnessEndpoint, request: Request): Promise<Answer> {
  const { old, proof, note, head } = request
  const given = await Promise.all(logs.map(async (text) => ({ text, key: await readVerifierKey(text) })))
  const ofLog = given.filter((each) => each.key.name === head.origin)
  if (ofLog.length === 0) throw new Refused(404, 'This witness does not follow this log.')
  try {
    const known = ofLog.map((each) => each.key)
    await openNote(note, known)
  } catch (fault) {
    if (fault instanceof ProofError) throw new Refused(403, fault.message)
    throw fault
  }
  const kept = readKept(folder, head.origin)
  const last: Head = kept ? parseCheckpoint(parseNote(kept.note).text) : { size: 0, root: await sha256() }
  const isOther = old === head.size && last.size === old && !isSame(last.root, head.root)
  if (last.size !== old || isOther) return { status: 409, size: last.size }
  if (!(await isConsistent(last, head, proof)))
    throw new Refused(422, 'The proof does not lead from the old size to the checkpoint.')
  // On the disk before the log has the cosignature: after a crash this witness still knows what it signed.
  await keep(folder, head.origin, { keys: ofLog.map((each) => each.text), note })
  return { status: 200, line: await key.cosign(name, parseNote(note).text, now()) }
}
