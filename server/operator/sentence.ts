/** Sentences for operators about what stopped a start or a command, in place of a stack trace. */
import { tmpdir } from 'node:os'
import { codeOf, isDatabaseUnavailable, refusedConnection } from '../platform/db/errors.ts'
import type { Env } from '../platform/env/env.ts'
import { sentenceForOperators } from '../platform/errors.ts'
import { hasRoom } from '../platform/free-bytes.ts'

/** @returns undefined for a fault of ours */
export function sentenceOf(error: unknown, env: Env | undefined): string | undefined {
  const sentence = sentenceForOperators(error)
  if (sentence !== undefined || !(error instanceof Error) || env === undefined) return sentence
  if (isOutOfSpace(error, env.dataDir))
    return `A disk is full: that of ${env.dataDir} or of ${tmpdir()}. Make room, and try again.`
  if ('path' in error && 'syscall' in error)
    return `${String(error.path)} cannot be used (${codeOf(error)}). Check that it belongs to this user, and DATA_DIR.`
  if (env.databaseUrl === undefined) return undefined
  const refusal = refusedConnection(error)
  if (refusal !== undefined) return `The database refuses the connection: ${refusal}. Check ${addressesOf(env)}.`
  return isDatabaseUnavailable(error) ? `The database behind ${addressesOf(env)} cannot be reached.` : undefined
}

function isOutOfSpace(error: unknown, dataDir: string): boolean {
  const code = codeOf(error)
  return code === undefined ? !hasRoom(dataDir) : code === 'ENOSPC' || code === '53100'
}

/** Names the settings of the database that are set: any of them may be the wrong one. */
function addressesOf({ databaseDirectUrl, databaseReadUrl, migrationDatabaseUrl }: Env): string {
  const names = [
    'DATABASE_URL',
    ...(databaseDirectUrl === undefined ? [] : ['DATABASE_DIRECT_URL']),
    ...(databaseReadUrl === undefined ? [] : ['DATABASE_READ_URL']),
    ...(migrationDatabaseUrl === undefined ? [] : ['MIGRATION_DATABASE_URL']),
  ]
  return new Intl.ListFormat('en-NG', { type: 'disjunction' }).format(names)
}
