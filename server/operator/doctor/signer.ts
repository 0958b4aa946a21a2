/** The guard against two copies of the log's key that sign two logs (decision 0070). */
import { existsSync } from 'node:fs'
import type { Core } from '../../platform/core.ts'
import { canGuard, holdsKey, isSignedHere } from '../../proof/log/signer.ts'
import { readLastSigned } from '../../proof/log/signing-key.ts'
import { readCheckpoint } from '../../proof/log/tiles.ts'
import { findingsAbout, type Finding } from './finding.ts'

const { ok, warning, problem } = findingsAbout('public log')

/** Puts a probe into the store of documents, if there is one, and takes it away again. */
export async function checkSigner(core: Core): Promise<Finding[]> {
  const { env, db } = core
  const { s3 } = env.documents
  const guards = s3 && (await canGuard(s3).catch(() => null))
  // The documents' own check names a store that does not work.
  if (guards === null) return []
  if (s3 && guards)
    return [ok(`The bucket ${s3.bucket} keeps what was signed last, so no two processes sign two logs.`)]
  const found = s3
    ? [
        warning(
          `The bucket ${s3.bucket} takes a PUT with a wrong If-Match, so it cannot keep what was signed last: only the file beside log.key does.`,
        ),
      ]
    : []
  if (!existsSync(env.logKeyFile) || !(await holdsKey(core))) return found
  if (isSignedHere(await readLastSigned(env.logKeyFile), await readCheckpoint(db))) return found
  return [
    ...found,
    problem(
      `${env.logKeyFile} is a second copy of the key of the public log. Another process signed last, so this one does not. Remove it, or if that process is gone for ever: npm run log -- take-over.`,
    ),
  ]
}
