/**
 * The rules of the registration and of a request for aid, in the order of section 5 of the spec, as one pure function. The
 * form asks it before anything is sent. Of its rules the server holds those about what it keeps (phone, password, lengths,
 * amount), from the same constants, with or without this form. No dependencies but small ones: the browser loads this.
 */
import { AMOUNT_REQUESTED_KOBO_MAX, DESCRIPTION_CHARACTERS_MAX, LOCATION_CHARACTERS_MAX } from './application-fields.ts'
import { parseNaira } from './money.ts'
import { PASSWORD_CHARACTERS_MIN } from './password.ts'
import { PHONE, PROFILE_CHARACTERS_MAX } from './profile-fields.ts'

/** What has to be filled in, in the order in which the form asks and the toast lists it. Labels are in `web/words`. */
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

/** What a signed-in person is not asked for: the account has it, or had it when it was made. */
export const ACCOUNT_FIELDS = ['first_name', 'last_name', 'email', 'password', 'confirm_password'] as const

/** Every field that a rule can find fault with. */
export type RegistrationField = RequiredField | 'amount_requested'
/** As they were typed. A field that the form does not ask for is absent. */
export type RegistrationValues = Readonly<Partial<Record<RegistrationField, string>>>

/** The spec's four rules in their order, then what the server would refuse. */
export type RegistrationRule = 'missing' | 'mismatch' | 'weak' | 'phone' | 'too_long' | 'amount'

/** The first rule that does not hold. */
export interface RegistrationError {
  readonly rule: RegistrationRule
  /** The first one gets the focus. Only 'missing' and 'too_long' name several. */
  readonly fields: readonly [RegistrationField, ...RegistrationField[]]
}

/**
 * Finds the first rule that what was filled in does not keep.
 * @param asked the required fields that this form shows
 * @returns null when it may be sent
 */
export function findRegistrationError(
  values: RegistrationValues,
  asked: readonly RequiredField[] = REQUIRED_FIELDS,
): RegistrationError | null {
  const value = (field: RegistrationField) => values[field] ?? ''
  const trimmed = (field: RegistrationField) => value(field).trim()
  const shown = REQUIRED_FIELDS.filter((field) => asked.includes(field))

  const missing = fault(
    'missing',
    shown.filter((field) => trimmed(field) === ''),
  )
  if (missing) return missing
  if (asked.includes('password')) {
    // Passwords are compared as they are: a space is a character of them.
    if (value('password') !== value('confirm_password')) return { rule: 'mismatch', fields: ['confirm_password'] }
    if (value('password').length < PASSWORD_CHARACTERS_MIN) return { rule: 'weak', fields: ['password'] }
  }
  if (asked.includes('phone') && !PHONE.test(trimmed('phone'))) return { rule: 'phone', fields: ['phone'] }
  const tooLong = fault(
    'too_long',
    shown.filter((field) => trimmed(field).length > (CHARACTERS_MAX[field] ?? Number.POSITIVE_INFINITY)),
  )
  if (tooLong) return tooLong
  if (trimmed('amount_requested') !== '' && !isAmount(trimmed('amount_requested'))) {
    return { rule: 'amount', fields: ['amount_requested'] }
  }
  return null
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

/** Naira in digits with at most two decimals, as the server takes them. */
function isAmount(text: string): boolean {
  const kobo = parseNaira(text)
  return kobo !== null && kobo >= 0n && kobo <= AMOUNT_REQUESTED_KOBO_MAX
}

function fault(rule: RegistrationRule, fields: readonly RegistrationField[]): RegistrationError | null {
  const [first, ...others] = fields
  return first === undefined ? null : { rule, fields: [first, ...others] }
}
