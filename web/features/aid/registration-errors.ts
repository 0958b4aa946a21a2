/** The messages about errors in the form: the spec's toast (sections 5 and 8), and a sentence at each field. */
import { CHARACTERS_MAX, type RegistrationError, type RegistrationField } from '../../../contract/registration-rules.ts'
import { PHONE_SENTENCE } from '../../../contract/profile-fields.ts'
import { aid as words } from '#words/aid.ts'
import { registrationToasts as toasts, requestToasts } from '#words/toasts.ts'

export interface SaidFault {
  readonly toast: { readonly title: string; readonly description: string }
  readonly fields: Readonly<Partial<Record<RegistrationField, string>>>
}

export function describeFormError({ rule, fields }: RegistrationError): SaidFault {
  const [first] = fields
  const at = (sentence: (field: RegistrationField) => string) =>
    Object.fromEntries(fields.map((field) => [field, sentence(field)]))
  switch (rule) {
    case 'missing':
      return {
        toast: {
          title: toasts.missing,
          description: toasts.missingMore(fields.map((field) => words.labels[field])),
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
    case 'amount':
      return { toast: { title: requestToasts.amount, description: words.amount }, fields: at(() => words.amount) }
  }
}
