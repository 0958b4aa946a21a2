/** Reading a JSON body without losing what the sender wrote. */
import { AppError } from '../errors.ts'

/**
 * Stands in for a number that was not written plainly: `1e3`, `0.1234`, `10000000000000000`. It is no number and no text,
 * so the field that holds it is refused by its own rule, and no amount is ever rounded on its way in.
 */
export class NonCanonicalNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

const PLAIN = /^-?\d{1,15}(\.\d{1,2})?$/
const DEPTH_MAX = 20

/** @throws AppError `malformed_json` */
export function parseJson(bytes: ArrayBuffer): unknown {
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    value = JSON.parse(text, (_key, parsed: unknown, context?: { source?: string }) =>
      typeof parsed === 'number' && !PLAIN.test(context?.source ?? '')
        ? new NonCanonicalNumber(context?.source ?? '')
        : parsed,
    )
  } catch (error) {
    // Catches a RangeError too, for brackets without end.
    throw new AppError('malformed_json', { cause: error })
  }
  if (deeperThan(value, DEPTH_MAX)) throw new AppError('malformed_json', { detail: 'It is nested too deeply.' })
  return value
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((child) => deeperThan(child, levels - 1))
}
