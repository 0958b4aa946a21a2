/** The messages about errors in the form: the spec's toast (sections 5 and 8), and a sentence at each field. */
import {
  CHARACTERS_MAX,
  type RegistrationError,
  type RegistrationField,
} from '../../../contract/aid/registration-rules.ts'
import { PHONE_SENTENCE } from '../../../contract/record/profile-fields.ts'
import { askWhichAmount, readNaira } from '../../../contract/platform/typed-naira.ts'
import { aid as words } from '#words/aid/aid.ts'
import { requestToasts } from '#words/aid/toasts.ts'
import { registrationToasts as toasts } from '#words/people/toasts.ts'

type Toast = { readonly title: string; readonly description: string }
type Sentences = Readonly<Partial<Record<RegistrationField, string>>>

/**
 * @param amount the typed amount, which may need a question
 * @returns the toast of the first error, and a sentence at each field: the one of its first error
 */
export function describeFormErrors(
  errors: readonly RegistrationError[],
  amount: string,
): { readonly toast: Toast | undefined; readonly fields: Sentences } {
  const described = errors.map((error) => describe(error, amount))
  const sentences = new Map<string, string>()
  for (const { fields } of described)
    for (const [name, sentence] of Object.entries(fields)) if (!sentences.has(name)) sentences.set(name, sentence)
  return { toast: described[0]?.toast, fields: Object.fromEntries(sentences) }
}

function describe({ rule, fields }: RegistrationError, amount: string): { toast: Toast; fields: Sentences } {
  const [first] = fields
  const at = (sentence: (field: RegistrationField) => string) =>
    Object.fromEntries(fields.map((field) => [field, sentence(field)]))
  switch (rule) {
    case 'missing':
      return {
        toast: {
          title: toasts.missing,
          description: toasts.missingMore(fields.map((field) => words.labels[field]).join(', ')),
        },
        fields: at((field) => (field === 'amount_requested' ? words.amount : words.missing[field])),
      }
    case 'mismatch':
      return { toast: { title: toasts.mismatch, description: toasts.mismatchMore }, fields: at(() => words.differs) }
    case 'weak':
      return { toast: { title: toasts.weak, description: toasts.weakMore }, fields: at(() => words.short) }
    case 'phone':
      return { toast: { title: toasts.phone, description: PHONE_SENTENCE }, fields: at(() => PHONE_SENTENCE) }
    case 'too_long': {
      const sentence = (field: RegistrationField) => words.tooLong(CHARACTERS_MAX[field] ?? 0)
      return {
        toast: { title: requestToasts.tooLong, description: `${words.labels[first]}: ${sentence(first)}` },
        fields: at(sentence),
      }
    }
    case 'amount': {
      const sentence = amountSentence(amount)
      return { toast: { title: requestToasts.amount, description: sentence }, fields: at(() => sentence) }
    }
  }
}

function amountSentence(typed: string): string {
  const read = readNaira(typed)
  return read.is === 'unclear' ? askWhichAmount(read.readings) : words.amount
}
