/** Fills the placeholders of a text that an applicant will read. */
import {
  ANSWER_DAYS,
  PLACEHOLDERS,
  type Placeholder,
  type TemplateKind,
} from '../../../../contract/aid/reason-fields.ts'
import { after, hours } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'

/** The values that fill a text. */
export interface Filling {
  readonly kind: TemplateKind
  readonly fullName: string
  readonly caseNumber: string
  readonly papers: readonly string[]
  readonly now: Date
}

const IN_BRACES = /\{([^{}]*)\}/g
const DAY = hours(24)

/**
 * @param field the field of the body that a refusal names
 * @throws AppError `invalid_input`: a placeholder is unknown, or nothing is there to fill it
 */
export function fill(text: string, filling: Filling, field: string): string {
  refuseUnknown(text, field)
  const values = valuesOf(filling)
  return text.replaceAll(IN_BRACES, (braces, name: string) => {
    const placeholder = PLACEHOLDERS.find((known) => known === name)
    const value = placeholder && values[placeholder]
    if (value) return value
    throw refusal(field, `Replace ${braces} by words: there is nothing to fill it with.`)
  })
}

export function refuseUnknown(text: string, field: string): void {
  for (const [braces, name] of text.matchAll(IN_BRACES))
    if (!PLACEHOLDERS.some((known) => known === name))
      throw refusal(field, `${braces} is no placeholder. Use {first_name}, {case}, {papers} or {date}.`)
}

const refusal = (field: string, message: string) =>
  new AppError('invalid_input', { detail: message, fields: [{ field, message }] })

function valuesOf({ kind, fullName, caseNumber, papers, now }: Filling): Record<Placeholder, string> {
  const day = kind === 'papers' ? after(now, ANSWER_DAYS * DAY) : now
  return {
    first_name: fullName.trim().split(/\s+/)[0] ?? '',
    case: caseNumber,
    papers: papers.map((paper) => `- ${paper}`).join('\n'),
    date: day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Africa/Lagos' }),
  }
}
