/** C2SP's cosignatures: a witness says when it saw a checkpoint, and that it continues what it saw before. */
import { concat, isSame, ProofError, utf8, type Bytes } from './bytes.ts'
import { isSigned, keyId, parseNote, readTypedKey, signatureLine, writeVerifierKey, type VerifierKey } from './note.ts'

const COSIGNATURE_ED25519 = 4

/** `name+id+key` of a witness. */
export const writeWitnessKey = (name: string, publicKey: Uint8Array): Promise<string> =>
  writeVerifierKey(name, publicKey, COSIGNATURE_ED25519)

/** @throws ProofError */
export const readWitnessKey = (text: string): Promise<VerifierKey> => readTypedKey(text, COSIGNATURE_ED25519)

/** Returns the text that a witness signs. @param seconds since 1970 */
const cosignedText = (seconds: bigint, text: string) => utf8(`cosignature/v1\ntime ${seconds}\n${text}`)

interface WitnessKey {
  readonly name: string
  readonly publicKey: Uint8Array
  readonly sign: (message: Bytes) => Uint8Array
}

/** The line that a witness adds to a checkpoint. */
export async function cosign({ name, publicKey, sign }: WitnessKey, text: string, now: Date): Promise<string> {
  const seconds = BigInt(Math.floor(now.getTime() / 1_000))
  const time = new Uint8Array(8)
  new DataView(time.buffer).setBigUint64(0, seconds)
  const id = await keyId(name, publicKey, COSIGNATURE_ED25519)
  return signatureLine(name, id, concat(time, sign(cosignedText(seconds, text))))
}

export interface Cosignature {
  readonly witness: VerifierKey
  readonly cosignedAt: Date
}

/**
 * The cosignatures of the witnesses that are known, in the order of the note. Other signatures are ignored.
 * @throws ProofError when it is no note, or one of a known witness does not fit
 */
export async function openCosignatures(note: string, witnesses: readonly VerifierKey[]): Promise<Cosignature[]> {
  const { text, signatures } = parseNote(note)
  const found: Cosignature[] = []
  for (const { name, id, bytes } of signatures) {
    const witness = witnesses.find((each) => each.name === name && isSame(each.id, id))
    if (!witness) continue
    const seconds = bytes.length === 72 ? new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0) : undefined
    const cosignedAt = new Date(Number(seconds ?? Number.NaN) * 1_000)
    if (seconds === undefined || Number.isNaN(cosignedAt.getTime()))
      throw new ProofError('The cosignature has no time that can be read.')
    if (!(await isSigned(witness, cosignedText(seconds, text), bytes.slice(8))))
      throw new ProofError('The cosignature does not fit the checkpoint.')
    found.push({ witness, cosignedAt })
  }
  return found
}
