/** Input of the page, the part that the device keeps, and the request that is sent. */
import { APPLICATION_TYPES, URGENCIES } from '../../../../contract/aid/application-fields.ts'
import { INTAKE_CHANNELS } from '../../../../contract/aid/request-ways.ts'
import { koboToNaira } from '../../../../contract/platform/money.ts'
import { readNaira } from '../../../../contract/platform/typed-naira.ts'
import type { CallReply, CallRequest } from '../../../api/client.ts'
import { isRecord } from '../../../api/is-record.ts'
import { refusedFields } from '../../../api/refused-fields.ts'
import { shownVersion } from '../../../words/site.ts'
import type { FormErrors, Typed } from '../../../lib/use-form.ts'
import { isPhone, PHONE_SENTENCE } from '../../../../contract/record/profile-fields.ts'
import { askWhichAmount } from '../../../../contract/platform/typed-naira.ts'
import { mostOf } from '../../../../contract/aid/most-asked.ts'
import { site } from '../../../words/site.ts'
import { aid } from '#words/aid/aid.ts'
import { intake as words } from '#words/aid/admin-intake.ts'

export type Entered = CallReply<'POST /api/admin/applications'>
type Body = CallRequest<'POST /api/admin/applications'>['body']
export type KnownPerson = CallReply<'GET /api/admin/beneficiaries/:id'>

/** Whom the request is for: someone new, as far as the search tells, or a person who is known. */
export type Chosen =
  | { readonly is: 'new'; readonly name: string; readonly phone: string }
  | { readonly is: 'known'; readonly person: KnownPerson }

/** In the order of the form. */
export const NAMES = [
  'full_name',
  'phone',
  'address',
  'aid_type',
  'description',
  'amount_requested',
  'location',
  'urgency',
  'channel',
  'consent',
  'beyond_reason',
] as const
export type IntakeName = (typeof NAMES)[number]
/** The server's names of fields that the form names differently. */
const RENAMED: Readonly<Record<string, IntakeName>> = {
  'person.full_name': 'full_name',
  'person.phone': 'phone',
  'person.address': 'address',
  application_type: 'aid_type',
}

/** @returns the server's messages at the fields of the form */
export function faultsOf(problem: unknown): Partial<Record<IntakeName, string>> {
  const found = refusedFields(problem, [...NAMES, ...Object.keys(RENAMED)])
  return Object.fromEntries(Object.entries(found).map(([name, message]) => [RENAMED[name] ?? name, message]))
}

/** A paper to send: its content on this device, and its place on the server once it is there. */
export interface Paper {
  readonly key: number
  readonly name: string
  readonly content: Blob
  readonly label: string
  readonly path: string | null
}

/** @param isBeyond the household has as many requests as it may have, and a reason is asked for */
export function checkEntry(
  typed: Typed<IntakeName>,
  { isNew, isBeyond }: { readonly isNew: boolean; readonly isBeyond: boolean },
): FormErrors<IntakeName> {
  const phone = typed('phone').trim()
  return {
    ...(isNew && {
      full_name: missing(typed('full_name'), words.fullNameMissing),
      phone: phone === '' || isPhone(phone) ? undefined : PHONE_SENTENCE,
      address: missing(typed('address'), words.addressMissing),
    }),
    aid_type: missing(typed('aid_type'), aid.missing.aid_type),
    description: missing(typed('description'), words.descriptionMissing),
    amount_requested: amountFault(typed('amount_requested')),
    channel: missing(typed('channel'), words.channelMissing),
    consent: missing(typed('consent'), words.consentMissing),
    ...(isBeyond && { beyond_reason: missing(typed('beyond_reason'), words.beyondMissing) }),
  }
}

const missing = (text: string, sentence: string) => (text.trim() === '' ? sentence : undefined)

function amountFault(text: string): string | undefined {
  const read = readNaira(text)
  if (read.is === 'empty') return undefined
  if (read.is === 'unclear') return askWhichAmount(read.readings)
  const isFine = read.is === 'amount' && read.kobo >= 0n && read.kobo <= mostOf(site.aid)
  return isFine ? undefined : aid.amount
}

/** @param typed without faults */
export function bodyOf(typed: Typed<IntakeName>, chosen: Chosen, papers: readonly Paper[]): Body {
  const type = APPLICATION_TYPES.find((name) => name === typed('aid_type'))
  const channel = INTAKE_CHANNELS.find((name) => name === typed('channel'))
  if (!type || !channel) throw new TypeError('the form asks for both first')
  const amount = readNaira(typed('amount_requested'))
  const stored = papers.flatMap(({ path, label }) => (path === null ? [] : [{ path, label: label.trim() || null }]))
  return {
    channel,
    person:
      chosen.is === 'known'
        ? { is: 'known', id: chosen.person.id }
        : { is: 'new', full_name: typed('full_name'), phone: typed('phone'), address: typed('address') },
    application_type: type,
    description: typed('description'),
    amount_requested: amount.is === 'amount' ? koboToNaira(amount.kobo) : null,
    location: typed('location').trim() || null,
    urgency: URGENCIES.find((name) => name === typed('urgency')) ?? null,
    documents_provided: stored.map(({ path }) => path),
    document_labels: stored.map(({ label }) => label),
    consent: true,
    beyond_reason: typed('beyond_reason').trim() || null,
    privacy_version: shownVersion('privacy'),
  }
}

/** Draft of the input and its person. Files are too large to keep. */
export interface IntakeDraft {
  /** The profile of a known person; null for someone new. */
  readonly known: string | null
  readonly texts: Readonly<Record<string, string>>
}

/** Never kept: it is given anew each time. */
const NOT_KEPT: ReadonlySet<string> = new Set(['consent'])

export function draftText(known: string | null, form: HTMLFormElement): string {
  const texts: Record<string, string> = {}
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '' && !NOT_KEPT.has(name)) texts[name] = value
  return JSON.stringify({ known, texts })
}

/** @returns null when there is none that can be read */
export function readIntakeDraft(text: string): IntakeDraft | null {
  if (text === '') return null
  try {
    const kept: unknown = JSON.parse(text)
    if (!isRecord(kept) || !isRecord(kept.texts)) return null
    const texts = Object.entries(kept.texts).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    )
    return { known: typeof kept.known === 'string' ? kept.known : null, texts: Object.fromEntries(texts) }
  } catch {
    return null
  }
}
