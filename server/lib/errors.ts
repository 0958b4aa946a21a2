/** Refusals and faults. A refusal has a code of contract/errors.ts; anything else thrown is a bug. */
import { errors, type Decision, type ErrorCode, type FieldError } from '../../contract/errors.ts'

interface Details {
  /** What this occurrence adds to the code's sentence. Shown to the caller, so never a secret or a person's words. */
  detail?: string
  fields?: FieldError[]
  /** A payment of the caller's own that can be gone on with instead. */
  reference?: string
  /** What somebody else decided meanwhile; administrators alone are told. */
  decision?: Decision
  /** Answered as `Retry-After`. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refusal the caller can act on. Anything else that is thrown is logged and answered 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: string | undefined
  readonly fields: FieldError[] | undefined
  readonly reference: string | undefined
  readonly decision: Decision | undefined
  readonly retryAfterSeconds: number | undefined

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
}

/** What must hold here, or there is a bug above. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`)
}

/** The start cannot go on, and a person has to do something: printed as a sentence, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
