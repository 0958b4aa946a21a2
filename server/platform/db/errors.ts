/** Kinds of database errors, recognised by their codes, never by the words of a message. */

function* causes(error: unknown): Generator<object> {
  let current = error
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    yield current
    current = 'cause' in current ? current.cause : undefined
  }
}

/** The SQLSTATE of a failed query, or the system's code of a failed connection. */
export function codeOf(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return undefined
}

/** A row with this unique key is already there. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (const cause of causes(error)) {
    if ('code' in cause && cause.code === '23505') return 'constraint' in cause && cause.constraint === constraint
  }
  return false
}

/** A row broke this rule of its table. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  for (const cause of causes(error)) {
    if ('code' in cause && cause.code === '23514') return 'constraint' in cause && cause.constraint === constraint
  }
  return false
}

/** A prepared statement whose plan no longer fits its tables, since a migration changed them. */
export function isStalePlan(error: unknown): boolean {
  for (const cause of causes(error)) {
    if ('code' in cause && cause.code === '0A000')
      return 'routine' in cause && cause.routine === 'RevalidateCachedQuery'
  }
  return false
}

/** A statement's name is taken on the connection, or unknown there. */
const WRONG_NAME = new Set(['42P05', '26000'])

/** The connection is another one than that which learned the name: a pooler in transaction mode does not map names. */
export function isWrongName(error: unknown): boolean {
  return WRONG_NAME.has(codeOf(error) ?? '')
}

/** Answers of a pooler in transaction mode that does not understand us, or has no connection. */
export function isPoolerFault(error: unknown): boolean {
  return isWrongName(error) || codeOf(error) === '08P01'
}

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])

/** A read-only transaction: the server was made a standby, or closed to writing. */
export const READ_ONLY = '25006'

/** It cancelled a statement that took too long, a wait for a lock, or an idle transaction. */
const GIVEN_UP = new Set(['57014', '55P03', '25P03'])
/** Deadlock or serialization failure: PostgreSQL ended this transaction. */
const IN_THE_WAY = new Set(['40001', '40P01'])

/** PostgreSQL's own words for a role, password or database that it does not accept; the driver's where encryption fails. */
export function refusedConnection(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    if (!(cause instanceof Error)) continue
    const code = 'code' in cause ? String(cause.code) : ''
    const isRefused = /^(28|3D000$|ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code)
    const mayNotConnect = 'routine' in cause && cause.routine === 'CheckMyDatabase'
    if (isRefused || mayNotConnect || /^(SASL: |The server does not support SSL)/.test(cause.message))
      return cause.message
  }
  return undefined
}

/** Every connection of the pool is in use: node-postgres gives this no code. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

/** The database cannot be reached or written, or is starting, stopping, full or too busy: the caller may try again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (isStalePlan(error) || isWrongName(error)) return true
  if (code !== undefined)
    return (
      /^(08|53|57P|58)/.test(code) ||
      [GIVEN_UP, IN_THE_WAY, NETWORK].some((codes) => codes.has(code)) ||
      code === READ_ONLY
    )
  // node-postgres gives these no code.
  for (const cause of causes(error)) {
    if (
      cause instanceof Error &&
      /^(timeout e|Connection terminated|Client (has encountered|was closed)|Query read timeout)/.test(cause.message)
    )
      return true
  }
  return false
}
