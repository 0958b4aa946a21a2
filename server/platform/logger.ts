/**
 * Logs: JSON lines with a request id. What may never be in them: secrets, tokens, receipt codes, and what a person wrote.
 * So requests are logged by route, not by address, and a failed query without its parameters.
 */
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { pino, type Logger } from 'pino'

export type { Logger } from 'pino'

export function createLog(level: string, destination?: NodeJS.WritableStream): Logger {
  return pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorFields } },
    destination ?? pino.destination({ fd: 1, sync: true }),
  )
}

/** Returns the fields of an error that may be logged: name, code and frames, and of a failed query the SQL but not the values. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const failedQuery = error instanceof DrizzleQueryError
  return {
    name: error.name,
    message: failedQuery ? 'the query failed' : error.message,
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(failedQuery && { query: error.query.slice(0, 500) }),
    // The first lines of a stack repeat the message, values and all.
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 12),
    ...(error.cause !== undefined && { cause: errorFields(error.cause) }),
  }
}
