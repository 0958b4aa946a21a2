/** Reads the form without script: what was typed, to be shown again, and what it asks for. */
import { LOCATION_CHARACTERS_MAX, mostOf } from '../../../contract/aid/application-fields.ts'
import { mostSentence } from '../../../contract/platform/offered-bounds.ts'
import { offeredTypes, TYPE_CLOSED_SENTENCE, typesOf } from '../../../contract/aid/offered-types.ts'
import { requestContent } from '../../../contract/aid/applications.ts'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { nameText } from '../../../contract/platform/fields.ts'
import { POLICY_VERSION } from '../../../contract/platform/policy-names.ts'
import { koboToNaira } from '../../../contract/platform/money.ts'
import { askWhichAmount, readNaira } from '../../../contract/platform/typed-naira.ts'
import { PROFILE_CHARACTERS_MAX } from '../../../contract/record/profile-fields.ts'
import { readMobileNumber } from '../../people/sign-in/phone-number.ts'
import type { Asked } from './bundles.ts'
import type { PlainWords } from './words.ts'

export const FIELDS = ['name', 'phone', 'place', 'kind', 'amount'] as const
export type FieldName = (typeof FIELDS)[number]
export type Typed = Readonly<Record<FieldName, string>>
export type Faults = Partial<Record<FieldName | 'photos', string>>

export const NOTHING_TYPED: Typed = { name: '', phone: '', place: '', kind: '', amount: '' }

export function typedIn(fields: ReadonlyMap<string, string>): Typed {
  const of = (name: FieldName) => (fields.get(name) ?? '').trim().slice(0, LOCATION_CHARACTERS_MAX + 1)
  return { name: of('name'), phone: of('phone'), place: of('place'), kind: of('kind'), amount: of('amount') }
}

const fullName = nameText(PROFILE_CHARACTERS_MAX.full_name).min(1)

/** @returns the versions that the form led to */
export function versionsIn(fields: ReadonlyMap<string, string>) {
  const of = (policy: 'privacy' | 'terms') => {
    const version = fields.get(policy) ?? ''
    return POLICY_VERSION.test(version) ? version : null
  }
  return { privacy: of('privacy'), terms: of('terms') }
}

/** @param missing where nothing was typed */
const sentenceOf = (issue: { code: string; message: string } | undefined, missing: string) =>
  issue?.code === 'too_small' ? missing : (issue?.message ?? '')

/** By the rules of the spec's form. @returns what is asked for, or a sentence for each field that is wrong */
export function readTyped(
  typed: Typed,
  aid: Organisation['aid'],
  words: PlainWords['faults'],
): { readonly asked: Omit<Asked, 'privacy' | 'terms' | 'language'> } | { readonly faults: Faults } {
  const name = fullName.safeParse(typed.name)
  const place = requestContent.location.safeParse(typed.place)
  const phone = readMobileNumber(typed.phone)
  const known = typesOf(aid).find((each) => each === typed.kind)
  const kind = offeredTypes(aid).find((each) => each === known)
  const amount = readAmount(typed.amount, aid, words)
  const faults: Faults = {
    ...(!name.success && { name: sentenceOf(name.error.issues[0], words.name) }),
    ...(phone === null && { phone: words.phone }),
    ...(!place.success && {
      place: typed.place === '' ? words.place : (place.error.issues[0]?.message ?? ''),
    }),
    ...(kind === undefined && { kind: known ? TYPE_CLOSED_SENTENCE : words.kind }),
    ...('fault' in amount && { amount: amount.fault }),
  }
  if (!name.success || !place.success || phone === null || kind === undefined || 'fault' in amount) return { faults }
  return { asked: { name: name.data, phone, place: place.data ?? '', kind, amount: amount.kobo } }
}

/** Kobo as text; null if nothing was typed. */
function readAmount(
  typed: string,
  aid: Organisation['aid'],
  words: PlainWords['faults'],
): { readonly kobo: string | null } | { readonly fault: string } {
  const read = readNaira(typed)
  if (read.is === 'empty') return { kobo: null }
  if (read.is === 'not_a_number') return { fault: words.amount }
  if (read.is === 'unclear') return { fault: askWhichAmount(read.readings) }
  if (read.kobo > mostOf(aid)) return { fault: mostSentence(aid) }
  if (read.kobo < 0n) {
    const amount = requestContent.amount_requested.safeParse(koboToNaira(read.kobo))
    return { fault: amount.error?.issues[0]?.message ?? '' }
  }
  return { kobo: String(read.kobo) }
}
