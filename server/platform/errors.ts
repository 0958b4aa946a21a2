/** Refusals and faults. A refusal tells the caller what to do; any other error that is thrown is a bug. */
import { errors, type Decision, type ErrorCode, type FieldError } from '../../contract/platform/errors.ts'

/** A refusal. Each protocol has a subclass with its own table of codes; http/answer-error.ts turns them into answers. */
export abstract class Refusal extends Error {
  abstract readonly status: number
  abstract readonly code: string
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined

  /** Whether it is logged as an error. */
  get isOurFault(): boolean {
    return this.status >= 500
  }
}

interface Details {
  /** Added to the sentence of the code. The caller sees it: never a secret, or text that a person wrote. */
  detail?: string
  fields?: FieldError[]
  /** A payment of the caller's own that can be continued instead. */
  reference?: string
  /** The decision that another administrator made in the meantime. Only administrators see it. */
  decision?: Decision
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refusal of our API, by its code in contract/platform/errors.ts. */
export class AppError extends Refusal {
  readonly code: ErrorCode
  readonly detail: string | undefined
  readonly fields: FieldError[] | undefined
  readonly reference: string | undefined
  readonly decision: Decision | undefined
  override readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.detail ? `${code}: ${details.detail}` : code, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.detail = details.detail
    this.fields = details.fields
    this.reference = details.reference
    this.decision = details.decision
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  get status() {
    return errors[this.code].status
  }

  /** The payment provider's faults are not ours: they have a metric of their own. */
  override get isOurFault() {
    return this.code === 'internal' || this.code === 'unavailable'
  }
}

/** The store of documents does not answer, or breaks off. */
export class StoreUnavailable extends AppError {
  constructor(cause: unknown) {
    super('unavailable', { cause, retryAfterSeconds: 10 })
  }
}

/** The refusal of one field of the input. */
export const refusedField = (field: string, message: string) =>
  new AppError('invalid_input', { fields: [{ field, message }] })

/** Throws when the condition does not hold: that is a bug. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`)
}

/** A start or a command cannot continue until a person does something. Printed as a sentence, without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The sentence about an error for operators; undefined for a bug. */
export function sentenceForOperators(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message
  if (!(error instanceof StoreUnavailable)) return undefined
  const { cause } = error
  return `The S3 store of the documents cannot be used (${cause instanceof Error ? cause.name : 'unknown'}). Run npm run doctor.`
}

/** System calls of files: errors of connections name other ones. */
const FILE_CALLS: ReadonlySet<unknown> = new Set('open read write mkdir fsync close rename link unlink'.split(' '))

/** Names the file that an operator gave and that cannot be used; returns any other error as it is. */
export function fileFault(error: unknown, file: string, more = ''): unknown {
  if (!(error instanceof Error && 'syscall' in error && FILE_CALLS.has(error.syscall) && 'code' in error)) return error
  return new StartError(`${file} cannot be read or written (${String(error.code)}).${more}`)
}
