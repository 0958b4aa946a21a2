/** Shared by the commands: how they end, and how they access the database. */
import { existsSync } from 'node:fs'
import { readEnv, type Env } from '../../platform/env/env.ts'
import { openDatabase } from '../instance.ts'
import { sentenceOf } from '../sentence.ts'
import { sendCommand, controlPath } from '../../platform/control.ts'
import type { Database } from '../../platform/db/db.ts'
import { StartError } from '../../platform/errors.ts'
import { createLog, type Logger } from '../../platform/logger.ts'
import { restrictNewFiles } from '../../platform/private-folder.ts'

/** Runs a command and prints the sentence that it returns, or the reason why it failed. */
export async function runCommand(run: (env: Env, log: Logger) => Promise<string>): Promise<void> {
  let env: Env | undefined
  restrictNewFiles()
  try {
    env = readEnv()
    // Only the answer goes to standard output.
    const log = createLog(env.logLevel === 'info' ? 'warn' : env.logLevel, process.stderr)
    process.stdout.write(`${await run(env, log)}\n`)
  } catch (error) {
    const sentence = sentenceOf(error, env)
    if (sentence === undefined) throw error
    process.stderr.write(`\n${sentence}\n\n`)
    process.exitCode = 1
  }
}

/**
 * Reads the arguments of a restore: a file, and with S3 the name of the bucket, without which a trial in the settings of the real
 * instance would store papers there that were deleted.
 */
export function restoreArguments(words: readonly string[], bucket: string | undefined): string {
  const [path, flag, named, ...more] = words
  if (!path || path.startsWith('-') || more.length > 0 || (flag !== undefined && (flag !== '--bucket' || !named)))
    throw new StartError('Name one file: npm run restore -- FILE [--bucket NAME]')
  if (bucket === named) return path
  throw new StartError(
    bucket === undefined
      ? 'No bucket is set here: S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. Nothing was restored.'
      : `Nothing was restored. Its papers would go into the bucket ${bucket}: for a trial, set S3_BUCKET to an empty one. Then name it:
npm run restore -- FILE --bucket NAME`,
  )
}

/** The arguments of a backup: a file, and `--force` to replace an existing one. */
export function backupArguments(words: readonly string[]): { path: string; force: boolean } {
  const [path, ...more] = words.filter((word) => word !== '--force')
  if (path === undefined || path.startsWith('-') || more.length > 0)
    throw new StartError('Name one file: npm run backup -- FILE [--force]')
  return { path, force: words.includes('--force') }
}

/** Runs a command in the server that has the embedded database open; null when the caller must open the database itself. */
export async function runOnServer(env: Env, command: string, input?: unknown): Promise<string | null> {
  if (env.databaseUrl !== undefined) return null
  return sendCommand(controlPath(env.dataDir), command, input)
}

/** Opens the database without migrating it, and closes it after `run`. For `limits` see {@link openDatabase}. */
export async function withDatabase<T>(
  env: Env,
  log: Logger,
  run: (database: Database) => Promise<T>,
  limits: { patient?: boolean } = {},
): Promise<T> {
  const database = await openDatabase(env, log, limits)
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

/** A misspelt DATA_DIR must not create a new, empty instance. */
export function requireDataFolder(env: Env): void {
  if (env.databaseUrl === undefined && !existsSync(env.dataDir)) {
    throw new StartError(`The data folder ${env.dataDir} does not exist, so there is nothing to back up.`)
  }
}
