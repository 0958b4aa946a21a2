/** The steps of setting up an organisation: the fields of each, and how they are read from and written to what is shown. */
import { APPLICATION_TYPES } from '../../../../contract/aid/offered-types.ts'
import type { OrganisationStep } from '../../../../contract/office/organisation-fields.ts'
import { QUICK_AMOUNTS_NAIRA } from '../../../../contract/money/funds.ts'
import { formatHeadlineNaira, koboToNaira } from '../../../../contract/platform/money.ts'
import { TEXT_LANGUAGES } from '../../../../contract/platform/text-fields.ts'
import { readNaira } from '../../../../contract/platform/typed-naira.ts'
import type { Bearer } from '../../../api/authorization.ts'
import type { CallReply } from '../../../api/client.ts'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { nameOfPerson } from '../../desk/parts/people.ts'

export type OrganisationView = CallReply<'GET /api/admin/organisation'>
export type Content = OrganisationView['published']

type KindPath = `aid.kinds.${(typeof APPLICATION_TYPES)[number]}`
const kindPaths = APPLICATION_TYPES.map((type): KindPath => `aid.kinds.${type}`)
const aidPaths = [
  'aid.days.critical',
  'aid.days.high',
  'aid.days.other',
  ...kindPaths,
  'aid.amount_max',
  'aid.areas',
  'aid.needed',
  'aid.needed.language',
] as const
const isKindPath = (path: Path): path is KindPath => path.startsWith('aid.kinds.')

type Path = (typeof FIELDS)[number]
type Read = (path: Path) => string

export const FIELDS = [
  'name',
  'short_name',
  'line',
  'support.email',
  'support.phone',
  'whatsapp',
  'languages',
  'registered.name',
  'registered.number',
  'registered.address',
  'source_code',
  'quick_exit',
  'lives_impacted',
  'look.main',
  'look.accent',
  'look.picture_text',
  ...aidPaths,
  'quick_amounts',
  'complaints.focal',
  'complaints.outsider',
  'complaints.outsider_reach',
  'letters.sender',
  'letters.signature',
] as const

const OPTIONAL: ReadonlySet<Path> = new Set([
  'whatsapp',
  'languages',
  'source_code',
  'lives_impacted',
  'look.picture_text',
  'aid.amount_max',
  'aid.areas',
  'aid.needed',
  'quick_amounts',
  'complaints.focal',
  'complaints.outsider',
  'complaints.outsider_reach',
  'letters.signature',
])

type Step = Exclude<OrganisationStep, 'texts'>

/** Fields that one dialog edits. */
export interface Sheet {
  readonly title: string
  readonly lead: string
  readonly fields: readonly SheetField[]
  /** @returns the draft with what was typed */
  readonly write: (typed: (name: string) => string) => Content
  /** Version of the draft that it was made from. A newer one is never overwritten: the server refuses this one. */
  readonly revision: number
  /** Says what the button does, where it does more than save. */
  readonly button?: string
  /** The toast afterwards, where it says more than that it was saved. */
  readonly done?: string
  /** Sends what was typed, where it is more than the draft. */
  readonly send?: (typed: (name: string) => string, bearer: Bearer) => Promise<OrganisationView>
}

export interface SheetField {
  /** As the server names it when it refuses one. */
  readonly name: string
  readonly label: string
  readonly hint: string | undefined
  readonly value: string
  readonly kind:
    | 'line'
    | 'long'
    | 'lines'
    | 'formatted'
    | 'colour'
    | 'language'
    | 'day'
    | 'fund'
    | 'offer'
    | 'icon'
    | 'photo'
    | 'person'
  readonly isOptional?: boolean
  /** For a person: whom one can choose. */
  readonly people?: OrganisationView['administrators']
  /** For a photo: takes what was chosen. @returns what is wrong with it; empty: nothing */
  readonly choose?: (file: File) => Promise<string>
}

const orNull = (text: string) => (text === '' ? null : text)

interface StepFields {
  readonly fields: readonly Path[]
  readonly write: (content: Content, typed: Read) => Content
}

export const STEPS: Readonly<Record<Step, StepFields>> = {
  names: {
    fields: ['name', 'short_name', 'line'],
    write: (content, typed) => ({
      ...content,
      name: typed('name'),
      short_name: typed('short_name'),
      line: typed('line'),
    }),
  },
  contact: {
    fields: ['support.email', 'support.phone', 'whatsapp', 'languages'],
    write: (content, typed) => ({
      ...content,
      support: { email: typed('support.email'), phone: typed('support.phone') },
      whatsapp: orNull(typed('whatsapp')),
      languages: partsOf(typed('languages'), ','),
    }),
  },
  registered: {
    fields: ['registered.name', 'registered.number', 'registered.address'],
    write: (content, typed) => ({
      ...content,
      registered: {
        name: typed('registered.name'),
        number: typed('registered.number'),
        address: typed('registered.address'),
      },
    }),
  },
  links: {
    fields: ['source_code', 'quick_exit', 'lives_impacted'],
    write: (content, typed) => ({
      ...content,
      source_code: orNull(typed('source_code')),
      quick_exit: typed('quick_exit'),
      lives_impacted: typed('lives_impacted') === '' ? null : Number(typed('lives_impacted')),
    }),
  },
  look: {
    fields: ['look.main', 'look.accent', 'look.picture_text'],
    write: (content, typed) => ({
      ...content,
      look: {
        ...content.look,
        main: typed('look.main'),
        accent: typed('look.accent'),
        picture_text: typed('look.picture_text'),
      },
    }),
  },
  aid: {
    fields: aidPaths,
    write: (content, typed) => ({
      ...content,
      aid: {
        ...aidOf(content),
        days: {
          critical: Number(typed('aid.days.critical')),
          high: Number(typed('aid.days.high')),
          other: Number(typed('aid.days.other')),
        },
        kinds: {
          ...aidOf(content).kinds,
          ...Object.fromEntries(APPLICATION_TYPES.map((type) => [type, offerIn(typed(`aid.kinds.${type}`))])),
        },
        amount_max: wholeNaira(typed('aid.amount_max')),
        areas: partsOf(typed('aid.areas'), '\n').map(areaOf),
        needed:
          typed('aid.needed') === ''
            ? null
            : { language: languageOf(typed('aid.needed.language')), lines: partsOf(typed('aid.needed'), '\n') },
      },
    }),
  },
  funds: {
    fields: ['quick_amounts'],
    write: (content, typed) => {
      const amounts = partsOf(typed('quick_amounts'), '\n').map((line) => wholeNaira(line) ?? 0)
      return { ...content, quick_amounts: amounts.length === 0 ? null : amounts }
    },
  },
  complaints: {
    fields: ['complaints.focal', 'complaints.outsider', 'complaints.outsider_reach'],
    write: (content, typed) => ({
      ...content,
      complaints: {
        focal: orNull(typed('complaints.focal')),
        outsider: orNull(typed('complaints.outsider')),
        outsider_reach: orNull(typed('complaints.outsider_reach')),
      },
    }),
  },
  letters: {
    fields: ['letters.sender', 'letters.signature'],
    write: (content, typed) => ({
      ...content,
      letters: { sender: typed('letters.sender'), signature: typed('letters.signature') },
    }),
  },
}

/** Only what is sent to the server may leave parts out. Our defaults would weigh on every page. */
export function sent<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new TypeError('the server sends every part')
  return part
}

export function aidOf({ aid }: Content) {
  const { areas, needed, amount_max: most, own_kinds: own, ...others } = sent(aid)
  return { ...others, areas: sent(areas), needed: sent(needed), amount_max: sent(most), own_kinds: sent(own) }
}

const amountsOf = ({ quick_amounts: amounts }: Content) => amounts ?? QUICK_AMOUNTS_NAIRA

export const offerIn = (text: string) => (text === 'closed' ? 'closed' : 'offered')

const partsOf = (text: string, separator: ',' | '\n') =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Reads "Kano: Dala, Fagge". A state that is none is refused by the server, as it was typed. */
function areaOf(line: string) {
  const [state = '', lgas = ''] = line.split(/:(.*)/s)
  return { state, lgas: partsOf(lgas, ',') }
}

/** Sends a text that is no amount as one that cannot be set. */
function wholeNaira(text: string): number | null {
  const read = readNaira(text)
  if (read.is === 'empty') return null
  return read.is === 'amount' ? koboToNaira(read.kobo) : 0
}

export const languageOf = (text: string) => TEXT_LANGUAGES.find((language) => language === text) ?? 'en'

const READERS: Readonly<Record<Exclude<Path, KindPath>, (content: Content) => string | number | null>> = {
  name: (of) => of.name,
  short_name: (of) => of.short_name,
  line: (of) => of.line,
  'support.email': (of) => of.support.email,
  'support.phone': (of) => of.support.phone,
  whatsapp: (of) => of.whatsapp,
  languages: (of) => of.languages?.join(', ') ?? '',
  'registered.name': (of) => of.registered.name,
  'registered.number': (of) => of.registered.number,
  'registered.address': (of) => of.registered.address,
  source_code: (of) => of.source_code,
  quick_exit: (of) => of.quick_exit,
  lives_impacted: (of) => of.lives_impacted,
  'look.main': (of) => of.look.main,
  'look.accent': (of) => of.look.accent,
  'look.picture_text': (of) => of.look.picture_text ?? '',
  'aid.days.critical': (of) => aidOf(of).days.critical,
  'aid.days.high': (of) => aidOf(of).days.high,
  'aid.days.other': (of) => aidOf(of).days.other,
  'aid.amount_max': (of) => aidOf(of).amount_max,
  'aid.areas': (of) =>
    aidOf(of)
      .areas.map(({ state, lgas }) => (lgas.length === 0 ? state : `${state}: ${lgas.join(', ')}`))
      .join('\n'),
  'aid.needed': (of) => aidOf(of).needed?.lines.join('\n') ?? '',
  'aid.needed.language': (of) => aidOf(of).needed?.language ?? 'en',
  quick_amounts: (of) =>
    amountsOf(of)
      .map((naira) => naira.toLocaleString('en-NG'))
      .join('\n'),
  'complaints.focal': (of) => of.complaints?.focal ?? '',
  'complaints.outsider': (of) => of.complaints?.outsider ?? '',
  'complaints.outsider_reach': (of) => of.complaints?.outsider_reach ?? '',
  'letters.sender': (of) => of.letters.sender,
  'letters.signature': (of) => of.letters.signature,
}

export const readField = (content: Content, path: Path) =>
  isKindPath(path) ? offerOf(content, path) : String(READERS[path](content) ?? '')

const offerOf = (content: Content, path: KindPath) => aidOf(content).kinds[path.slice('aid.kinds.'.length)] ?? 'offered'

/** Reads none for a former administrator. */
function nameAmong(people: OrganisationView['administrators'], id: string | null | undefined): string {
  const found = people.find(({ user_id: each }) => each === id)
  return found ? nameOfPerson(found) : ''
}

/** @returns the field in words */
export function showField({ draft: { content }, administrators }: OrganisationView, path: Path): string {
  if (isKindPath(path)) return words.offers[offerOf(content, path)]
  const { amount_max: most, needed } = aidOf(content)
  if (path === 'aid.amount_max') return most === null ? '' : formatHeadlineNaira(most)
  if (path === 'quick_amounts')
    return amountsOf(content)
      .map((naira) => formatHeadlineNaira(naira))
      .join(', ')
  if (path === 'complaints.focal') return nameAmong(administrators, content.complaints?.focal)
  if (path === 'aid.needed.language') return needed ? words.languages[needed.language] : ''
  return readField(content, path).replaceAll('\n', '; ')
}

const KINDS: ReadonlyMap<Path, SheetField['kind']> = new Map([
  ['complaints.focal', 'person'],
  ['look.main', 'colour'],
  ['look.accent', 'colour'],
  ['aid.areas', 'lines'],
  ['aid.needed', 'lines'],
  ['quick_amounts', 'lines'],
  ['aid.needed.language', 'language'],
])

export const sheetOfStep = (
  step: Step,
  { draft: { content, revision }, administrators: people }: OrganisationView,
): Sheet => ({
  ...words.steps[step],
  fields: STEPS[step].fields.map((path) => ({
    ...words.fields[path],
    name: `content.${path}`,
    value: readField(content, path),
    kind: isKindPath(path) ? 'offer' : (KINDS.get(path) ?? 'line'),
    isOptional: OPTIONAL.has(path),
    people,
  })),
  write: (typed) => STEPS[step].write(content, (path) => typed(`content.${path}`)),
  revision,
})
