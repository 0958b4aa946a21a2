/**
 * The key that signs checkpoints: a file outside the database and outside backups. Beside it lies the last checkpoint that it signed,
 * so that a restored backup, which ends earlier, is noticed before it makes a second log out of one.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { concat, utf8 } from '../../../contract/proof/bytes.ts'
import { cosign, writeWitnessKey } from '../../../contract/proof/cosignature.ts'
import {
  keyId,
  parseCheckpoint,
  parseNote,
  signatureLine,
  writeVerifierKey,
  type Checkpoint,
} from '../../../contract/proof/note.ts'
import { StartError } from '../../platform/errors.ts'

export interface SigningKey {
  /** The key that everyone checks with, as C2SP writes it. */
  readonly verifierKey: (origin: string) => Promise<string>
  readonly sign: (origin: string, text: string) => Promise<string>
  /** The key of a witness with this name, as C2SP writes it. */
  readonly witnessKey: (name: string) => Promise<string>
  /** The line by which a witness cosigns the text of a checkpoint. */
  readonly cosign: (name: string, text: string, now: Date) => Promise<string>
}

/** The key in the file; undefined where there is no file. */
export async function readSigningKey(file: string): Promise<SigningKey | undefined> {
  if (!existsSync(file)) return undefined
  try {
    return signingKeyOf(createPrivateKey(await readFile(file, 'utf8')))
  } catch {
    throw new StartError(`The file ${file} does not contain the signing key of the log.`)
  }
}

/** The path to which the previous key is moved. */
export const oldKeyFile = (file: string) => `${file}.old`

/**
 * Makes a new key and keeps it in the file. The one before it stays beside it.
 * @param isAgain where it stays beside it already, and the one in the file was never used
 */
export async function createSigningKey(file: string, isAgain = false): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('ed25519')
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  if (existsSync(file) && !isAgain) await rename(file, oldKeyFile(file))
  await writeDurably(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  return signingKeyOf(privateKey)
}

function signingKeyOf(key: KeyObject): SigningKey {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const publicKey = concat(Buffer.from(x, 'base64url'))
  return {
    verifierKey: (origin) => writeVerifierKey(origin, publicKey),
    sign: async (origin, text) => signatureLine(origin, await keyId(origin, publicKey), sign(null, utf8(text), key)),
    witnessKey: (name) => writeWitnessKey(name, publicKey),
    cosign: (name, text, now) => cosign({ name, publicKey, sign: (message) => sign(null, message, key) }, text, now),
  }
}

/**
 * Leaves a key that signed another log, as that of the sandbox before live money, out of the way: with it, one name would have two logs.
 * The checkpoint goes last, so that this is begun again where it broke off.
 */
export async function setKeyAside(file: string, now: Date): Promise<void> {
  const signed = await readLastSigned(file)
  if (!signed || signed.size === 0) return
  const until = now.toISOString().replaceAll(':', '-')
  for (const each of [file, oldKeyFile(file), checkpointFile(file)])
    if (existsSync(each)) await rename(each, `${each}.until-${until}`)
}

const checkpointFile = (keyFile: string) => `${keyFile}.checkpoint`

/** The last checkpoint that was signed here; undefined before the first. */
export async function readLastSigned(keyFile: string): Promise<Checkpoint | undefined> {
  const file = checkpointFile(keyFile)
  return existsSync(file) ? parseCheckpoint(parseNote(await readFile(file, 'utf8')).text) : undefined
}

/** Keeps a signed checkpoint, before anyone can see it. */
export const keepLastSigned = (keyFile: string, note: string): Promise<void> =>
  writeDurably(checkpointFile(keyFile), note)

/** All of it or nothing, also after a power cut. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const partial = `${file}.partial`
  await writeFile(partial, text, { mode: 0o600, flush: true })
  await rename(partial, file)
  const folder = await open(dirname(file))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
