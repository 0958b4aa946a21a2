/** Receipt codes as people type and paste them. */
import { cleanCode } from '../../../contract/platform/typed-codes.ts'

/** @returns the code; undefined when the text holds none */
export function readReceiptCode(typed: string): string | undefined {
  const [, inAddress] = /\/receipts\/([^/?#]*)/i.exec(typed) ?? []
  const code = cleanCode(inAddress ?? typed)
  return /^[0-9a-z]{26}$/.test(code) ? code : undefined
}
