/** Typed naira that may also be nothing: a count, or a limit. */
import { koboToNaira, type Kobo } from '../../../../contract/platform/money.ts'
import { askWhichAmount, readNaira } from '../../../../contract/platform/typed-naira.ts'

type Typed =
  | { readonly naira: number; readonly fault?: undefined }
  | { readonly naira?: undefined; readonly fault: string }

/**
 * @param most in kobo
 * @param fault what to say of a text that is no such amount
 */
export function nairaFromZero(typed: string, most: Kobo, fault: string): Typed {
  const read = readNaira(typed)
  if (read.is === 'unclear') return { fault: askWhichAmount(read.readings) }
  if (read.is !== 'amount' || read.kobo < 0n || read.kobo > most) return { fault }
  return { naira: koboToNaira(read.kobo) }
}
