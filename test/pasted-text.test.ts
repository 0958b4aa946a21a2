/** Copied text: every reader of a telephone number, an amount or an address takes it as its writer sees it. */
import { expect, test } from 'vitest'
import { readEmail } from '../server/people/sign-in/email-address.ts'
import { readPhoneNumber } from '../server/people/sign-in/phone-number.ts'
import { emailError } from '../web/lib/email-error.ts'
import { emailAddress, nameText, phoneNumber } from '../contract/platform/fields.ts'
import { isPhone } from '../contract/record/profile-fields.ts'
import { findRegistrationErrors } from '../contract/aid/registration-rules.ts'
import { readNaira } from '../contract/platform/typed-naira.ts'

/** Marks of direction, joiners, a soft hyphen, a byte order mark. */
const MARKS = [
  '\u200B',
  '\u200D',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202C',
  '\u202D',
  '\u2060',
  '\u2066',
  '\u2069',
  '\u00AD',
  '\uFEFF',
]
const DASHES = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\uFF0D']

const readers: [string, plain: string, (text: string) => unknown][] = [
  ['a telephone number of a profile', '+234 803 123-4567', (text) => phoneNumber.parse(text)],
  ['a telephone number on a page', '+234 803 123-4567', isPhone],
  [
    'a telephone number in the form for aid',
    '+234 803 123-4567',
    (text) => findRegistrationErrors({ phone: text }, ['phone']),
  ],
  ['a telephone number of a second step', '+234 803 123-4567', readPhoneNumber],
  ['a name, as a contact card brings it', 'Amina Yusuf', (text) => nameText(200).parse(text)],
  ['an amount', '₦45,000.50', readNaira],
  ['an email address of a message', 'ada-b@mail.example', (text) => emailAddress.parse(text)],
  ['an email address of an account', 'ada-b@mail.example', readEmail],
  ['an email address on a page', 'ada-b@mail.example', emailError],
]

test.each(readers)('%s', (_name, plain, read) => {
  const meant = read(plain)
  for (const mark of MARKS) {
    const half = Math.floor(plain.length / 2)
    expect([mark, read(`${mark}${plain.slice(0, half)}${mark}${plain.slice(half)}${mark}`)]).toEqual([mark, meant])
  }
  for (const dash of DASHES) expect([dash, read(plain.replaceAll('-', dash))]).toEqual([dash, meant])
  expect(read(`\u202D${plain}\u202C \n`)).toEqual(meant)
})
