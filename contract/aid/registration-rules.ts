/**
 * The rules of the registration and of a request for aid, in the order of section 5 of the spec, as one pure function. The
 * form asks it before anything is sent. Of its rules the server holds those about what it keeps (phone, password, lengths,
 * amount), from the same constants, with or without this form. No dependencies but small ones: the browser loads this.
 */
import { DESCRIPTION_CHARACTERS_MAX, LOCATION_CHARACTERS_MAX } from './application-fields.ts'
import { AMOUNT_REQUESTED_KOBO_MAX } from './application-fields.ts'
import { PASSWORD_CHARACTERS_MIN } from '../people/password.ts'
import { cleanPasted } from '../platform/pasted-text.ts'
import type { Kobo } from '../platform/money.ts'
import { isPhone, PROFILE_CHARACTERS_MAX } from '../record/profile-fields.ts'
import { readNaira } from '../platform/typed-naira.ts'

/** Fields to be filled in, in the order in which the form asks and the toast lists them. Labels are in `web/words`. */
export const REQUIRED_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'password',
  'confirm_password',
  'phone',
  'address',
  'aid_type',
  'description',
] as const
export type RequiredField = (typeof REQUIRED_FIELDS)[number]

/** Fields not asked of a signed-in person: the account has them, or had them when it was made. */
export const ACCOUNT_FIELDS = ['first_name', 'last_name', 'email', 'password', 'confirm_password'] as const

/** Every field that a rule can find fault with. */
export type RegistrationField = RequiredField | 'amount_requested'
/** As they were typed. A field that the form does not ask for is absent. */
export type RegistrationValues = Readonly<Partial<Record<RegistrationField, string>>>

/** The spec's four rules in their order, then what the server would refuse. */
export type RegistrationRule = 'missing' | 'mismatch' | 'weak' | 'phone' | 'too_long' | 'amount'

/** A rule that does not hold. */
export interface RegistrationError {
  readonly rule: RegistrationRule
  /** The first one gets the focus. Only 'missing' and 'too_long' name several. */
  readonly fields: readonly [RegistrationField, ...RegistrationField[]]
}

/**
 * Finds every rule that what was filled in does not keep, in their order: the first one has the toast. An empty field breaks no
 * other rule.
 * @param asked the required fields that this form shows
 * @param most that one can ask for
 * @returns an empty list when it may be sent
 */
export function findRegistrationErrors(
  values: RegistrationValues,
  asked: readonly RequiredField[] = REQUIRED_FIELDS,
  most: Kobo = AMOUNT_REQUESTED_KOBO_MAX,
): readonly RegistrationError[] {
  const value = (field: RegistrationField) => values[field] ?? ''
  const trimmed = (field: RegistrationField) => (field === 'phone' ? cleanPasted(value(field)) : value(field).trim())
  const shown = REQUIRED_FIELDS.filter((field) => asked.includes(field))
  const filled = shown.filter((field) => trimmed(field) !== '')
  const isFilled = (field: RequiredField) => filled.includes(field)
  // Passwords are compared as they are: a space is a character of them.
  const differs =
    isFilled('password') && isFilled('confirm_password') && value('password') !== value('confirm_password')
  const isWeak = isFilled('password') && value('password').length < PASSWORD_CHARACTERS_MIN
  const isNoPhone = isFilled('phone') && !isPhone(value('phone'))
  const amount = trimmed('amount_requested')
  return [
    ...fault(
      'missing',
      shown.filter((field) => !isFilled(field)),
    ),
    ...fault('mismatch', differs ? ['confirm_password'] : []),
    ...fault('weak', isWeak ? ['password'] : []),
    ...fault('phone', isNoPhone ? ['phone'] : []),
    ...fault(
      'too_long',
      filled.filter((field) => trimmed(field).length > (CHARACTERS_MAX[field] ?? Number.POSITIVE_INFINITY)),
    ),
    ...fault('amount', amount !== '' && !isAmount(amount, most) ? ['amount_requested'] : []),
  ]
}

/** Half of a full name each, and the space between them. */
const NAME_CHARACTERS_MAX = PROFILE_CHARACTERS_MAX.full_name / 2 - 1

/** How long the fields may be; the others have rules of their own. */
export const CHARACTERS_MAX: Readonly<Partial<Record<RegistrationField, number>>> = {
  first_name: NAME_CHARACTERS_MAX,
  last_name: NAME_CHARACTERS_MAX,
  email: 254,
  address: LOCATION_CHARACTERS_MAX,
  description: DESCRIPTION_CHARACTERS_MAX,
}

/** An amount that the server accepts, however it is written. */
function isAmount(text: string, most: Kobo): boolean {
  const read = readNaira(text)
  return read.is === 'amount' && read.kobo >= 0n && read.kobo <= most
}

function fault(rule: RegistrationRule, fields: readonly RegistrationField[]): readonly RegistrationError[] {
  const [first, ...others] = fields
  return first === undefined ? [] : [{ rule, fields: [first, ...others] }]
}
