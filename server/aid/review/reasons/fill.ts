/** Fills the placeholders of a text that an applicant will read. */
import { placeholderValues, type Filling } from '../../../../contract/aid/placeholders.ts'
import { PLACEHOLDERS } from '../../../../contract/aid/reason-fields.ts'
import { AppError } from '../../../platform/errors.ts'

const IN_BRACES = /\{([^{}]*)\}/g

/**
 * @param field the field of the body that a refusal names
 * @throws AppError `invalid_input`: a placeholder is unknown, or nothing is there to fill it
 */
export function fill(text: string, filling: Filling, field: string): string {
  refuseUnknown(text, field)
  const values = placeholderValues(filling)
  return text.replaceAll(IN_BRACES, (braces, name: string) => {
    const placeholder = PLACEHOLDERS.find((known) => known === name)
    const value = placeholder && values[placeholder]
    if (value) return value
    throw refusal(field, `Replace ${braces} by words: there is nothing to fill it with.`)
  })
}

/** Refuses a brace without its other too: an applicant would read it. */
export function refuseUnknown(text: string, field: string): void {
  for (const [braces, name] of text.matchAll(/\{([^{}]*)\}|[{}]\w*/g))
    if (!PLACEHOLDERS.some((known) => known === name))
      throw refusal(field, `${braces} is no placeholder. Use {first_name}, {case}, {papers} or {date}.`)
}

const refusal = (field: string, message: string) =>
  new AppError('invalid_input', { detail: message, fields: [{ field, message }] })
