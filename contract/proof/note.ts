/** C2SP's signed notes and checkpoints. */
import { concat, fromBase64, isSame, ProofError, sha256, toBase64, toHex, utf8, type Bytes } from './bytes.ts'
import type { Head } from './merkle.ts'

const ED25519 = 1
const SIGNATURES_MAX = 64

/** The key that a log signs with. */
export interface VerifierKey {
  readonly name: string
  readonly id: Bytes
  readonly publicKey: Bytes
}

/** The first four bytes of the hash that C2SP recommends. */
export async function keyId(name: string, publicKey: Uint8Array, type = ED25519): Promise<Bytes> {
  return (await sha256(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, 4)
}

/** `name+id+key`, as the Go tools write it. */
export async function writeVerifierKey(name: string, publicKey: Uint8Array, type = ED25519): Promise<string> {
  const id = toHex(await keyId(name, publicKey, type))
  return `${name}+${id}+${toBase64(concat(Uint8Array.of(type), publicKey))}`
}

/** @throws ProofError */
export const readVerifierKey = (text: string): Promise<VerifierKey> => readTypedKey(text, ED25519)

/** @throws ProofError unless it is a key of this type, as C2SP numbers them */
export async function readTypedKey(text: string, type: number): Promise<VerifierKey> {
  const [, name = '', id, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? []
  const bytes = fromBase64(encoded)
  const publicKey = bytes.slice(1)
  if (bytes[0] !== type || publicKey.length !== 32) throw new ProofError('This is not the key of a log.')
  const computed = await keyId(name, publicKey, type)
  if (toHex(computed) !== id) throw new ProofError('The key of the log does not fit its own id.')
  return { name, id: computed, publicKey }
}

interface Signature {
  readonly name: string
  readonly id: Bytes
  readonly bytes: Bytes
}

/** @throws ProofError unless the text is a note as C2SP defines it */
export function parseNote(note: string): { text: string; signatures: Signature[] } {
  // Only the newline is allowed among the control characters.
  if (note.split('').some((letter) => letter < ' ' && letter !== '\n'))
    throw new ProofError('The note has control characters.')
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) throw new ProofError('The note has no signature.')
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > SIGNATURES_MAX) throw new ProofError('The note has too many signatures.')
  const signatures = lines.map((line): Signature => {
    const [, name, encoded] = /^\u2014 ([^\s+]+) (\S+)$/u.exec(line) ?? []
    if (name === undefined || encoded === undefined) throw new ProofError('A signature of the note cannot be read.')
    const bytes = fromBase64(encoded)
    if (bytes.length < 5) throw new ProofError('A signature of the note is too short.')
    return { name, id: bytes.slice(0, 4), bytes: bytes.slice(4) }
  })
  return { text: note.slice(0, end + 1), signatures }
}

/** Brings what checks an Ed25519 signature. Asked only in browsers that cannot do it themselves, as most could not before 2025. */
export type LoadEd25519 = () => Promise<(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean>

/** @throws ProofError where Ed25519 is missing, and nothing brings it */
export async function isSigned(
  key: VerifierKey,
  message: Bytes,
  signature: Uint8Array,
  loadEd25519?: LoadEd25519,
): Promise<boolean> {
  let imported: CryptoKey
  try {
    imported = await crypto.subtle.importKey('raw', key.publicKey, 'Ed25519', false, ['verify'])
  } catch {
    if (!loadEd25519) throw new ProofError('Signatures of the kind Ed25519 cannot be checked here.')
    const check = await loadEd25519()
    return check(signature, message, key.publicKey)
  }
  return crypto.subtle.verify('Ed25519', imported, concat(signature), message)
}

/**
 * The text of a note, if one of the keys has signed it. Signatures of other keys are ignored, as C2SP says.
 * @throws ProofError when no signature of a known key is there, or one does not fit
 */
export async function openNote(note: string, keys: readonly VerifierKey[], loadEd25519?: LoadEd25519): Promise<string> {
  const { text, signatures } = parseNote(note)
  let signed = false
  for (const { name, id, bytes } of signatures) {
    const key = keys.find((each) => each.name === name && isSame(each.id, id))
    if (!key) continue
    if (!(await isSigned(key, utf8(text), bytes, loadEd25519)))
      throw new ProofError('The signature does not fit the text.')
    signed = true
  }
  if (!signed) throw new ProofError('The note is not signed with a key that you know.')
  return text
}

/** A log's statement about itself: how many entries it has, and their root. */
export interface Checkpoint extends Head {
  readonly origin: string
}

/** @throws ProofError */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = '', ...more] = text.split('\n')
  const hash = /^[\w+/]{43}=$/.test(root) ? fromBase64(root) : undefined
  if (origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size) || hash?.length !== 32 || more.at(-1) !== '')
    throw new ProofError('This is not a checkpoint.')
  if (more.slice(0, -1).includes('') || !Number.isSafeInteger(Number(size)))
    throw new ProofError('This is not a checkpoint.')
  return { origin, size: Number(size), root: hash }
}

/** The text that a log signs. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`

/** A line under a note. */
export const signatureLine = (name: string, id: Uint8Array, signature: Uint8Array): string =>
  `\u2014 ${name} ${toBase64(concat(id, signature))}\n`

/** @throws ProofError unless the checkpoint is this log's, and signed */
export async function openCheckpoint(
  note: string,
  keys: readonly VerifierKey[],
  loadEd25519?: LoadEd25519,
): Promise<Checkpoint> {
  const checkpoint = parseCheckpoint(await openNote(note, keys, loadEd25519))
  if (!keys.some(({ name }) => name === checkpoint.origin)) throw new ProofError('This checkpoint is of another log.')
  return checkpoint
}
