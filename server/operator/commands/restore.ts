/** `npm run restore -- FILE [--bucket NAME]`: a backup into an empty database, embedded or PostgreSQL. No server may be using the data folder. */
import { resolve } from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { existingSecretKey, ownerUrl } from '../instance.ts'
import { findDifferences } from '../../proof/books/books.ts'
import { deriveKeys } from '../../platform/crypto.ts'
import type { Database } from '../../platform/db/db.ts'
import { canReadEncryptedData, WRONG_SECRET_KEY } from '../../platform/encryption/data-keys.ts'
import { StartError } from '../../platform/errors.ts'
import { createStorage } from '../../platform/storage/create-storage.ts'
import { restoreArguments, runCommand, withDatabase } from './command.ts'
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts'

await runCommand(async (env, log) => {
  const file = resolve(restoreArguments(process.argv.slice(2), env.documents.s3?.bucket))
  const manifest = await checkBackup(file, env)
  // It creates the tables. The first start gives the running server's role its rights.
  const asOwner = { ...env, databaseUrl: ownerUrl(env), databaseDirectUrl: undefined }
  const restore = async ({ db, engine }: Database) => {
    const { rows: counts, files } = await restoreBackup(db, file, manifest, systemClock.now(), createStorage(env))
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const differences = await findDifferences(db)
    if (differences.length > 0) {
      const lines = differences.map(({ what, expected, found }) => `  - ${what}: ${found} instead of ${expected}`)
      throw new StartError(`Restored ${rows} rows, but the books do not balance:\n${lines.join('\n')}`)
    }
    const key =
      engine === 'embedded'
        ? `Before the first start, put the old instance's secret.key into ${env.dataDir}`
        : "Start it with the old instance's SECRET_KEY (embedded: the content of its secret.key)"
    const secretKey = env.secretKey ?? existingSecretKey(env.dataDir)
    const isReadable = secretKey === undefined || (await canReadEncryptedData({ db, keys: deriveKeys(secretKey) }))
    const warning = isReadable ? '' : `\n${WRONG_SECRET_KEY}`
    return `Restored ${rows} rows, ${counts['donations'] ?? 0} of them gifts, as of ${manifest.made_at}, and ${files} stored files: the books balance.
${key}: it is not in the backup, and documents, notes and receipt codes need the same key.${warning}`
  }
  // It migrates full tables, and builds their indexes.
  return withDatabase(asOwner, log, restore, { patient: true })
})
