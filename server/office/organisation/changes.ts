/** Differences between two publications, and those among them that take two people. */
import { APPLICATION_TYPES } from '../../../contract/aid/offered-types.ts'
import { areasText } from '../../../contract/platform/offered-bounds.ts'
import { ORGANISATION_STEPS, type OrganisationStep } from '../../../contract/office/organisation-fields.ts'
import { QUICK_AMOUNTS_NAIRA } from '../../../contract/money/funds.ts'
import { formatHeadlineNaira } from '../../../contract/platform/money.ts'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { ourOrganisation } from '../../../contract/platform/our-organisation.ts'
import { ourAbout, ourStories, withOurTexts } from '../../../contract/platform/our-texts.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { pictureOf, readStories, type Stories } from '../../platform/rendering/stories.ts'
import { personIn, readPeople, type Person } from '../../people/sign-in/people.ts'

/** The words behind ids of a publication. */
export interface Named {
  readonly stories: Stories
  readonly people: ReadonlyMap<string, Person>
}

/** Names no one and no story: the audit has the fields of changes alone. */
export const UNNAMED: Named = { stories: new Map(), people: new Map() }

export async function readNamed(db: Db | Tx, contents: readonly Organisation[]): Promise<Named> {
  const ids = contents.flatMap(({ complaints: { focal } }) => focal ?? [])
  return { stories: await readStories(db), people: await readPeople(db, ids) }
}

export interface Change {
  /** A path such as `support.email`. */
  readonly field: string
  readonly before: string
  readonly after: string
}

/** Facts on which those who give, ask or complain rely: with them, someone could pass for the organisation, read about themselves, or pay from another fund. */
const TWO_PEOPLE =
  /^(?:name|short_name|whatsapp|registered\..*|support\..*|complaints\..*|letters\.sender|aid\.own_kinds\..*\.fund)$/

/** @returns each fact as text, by its path */
function factsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null)
    return [[path, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, part]) => factsOf(part, path === '' ? name : `${path}.${name}`))
}

/** A story is known by its title; one whose words were deleted by its id. */
function storyFacts(ids: readonly string[] | null, stories: Stories): [string, string][] {
  if (ids === null) return [['texts.stories', ourStories.map(({ title }) => title).join('\n')]]
  const told = ids.map((id) => stories.get(id) ?? id)
  const titleOf = (story: (typeof told)[number]) => (typeof story === 'string' ? story : story.content.title)
  return [
    ['texts.stories', told.map(titleOf).join('\n')],
    ...told.map((story): [string, string] => [
      `texts.stories.${titleOf(story)}`,
      typeof story === 'string' ? '' : [...Object.values(story.content), pictureOf(story)].filter(Boolean).join('\n'),
    ]),
  ]
}

/** A section is known by its heading, wherever it stands. */
const policyFacts = (
  path: string,
  { language, sections }: NonNullable<Organisation['texts']['privacy']>,
): [string, string][] => [
  [`${path}.language`, language],
  [`${path}.sections`, sections.map(({ title }) => title).join('\n')],
  ...sections.map(({ title, text }): [string, string] => [`${path}.texts.${title}`, text]),
]

/** A kind is known by its title, which stays, wherever it stands. */
const ownKindFacts = ({ own_kinds: own, kinds }: Organisation['aid']): [string, string][] => [
  ['aid.own_kinds', own.map(({ title }) => title).join('\n')],
  ...own.flatMap(({ key, title, ...told }) =>
    factsOf({ ...told, state: kinds[key] ?? 'offered' }, `aid.own_kinds.${title}`),
  ),
]

/** Texts that are not set are compared as ours, which visitors read then. A question is known by its words, wherever it stands. */
function comparedFacts(
  { aid, complaints, languages, quick_amounts, texts, ...organisation }: Organisation,
  { stories, people }: Named,
): [string, string][] {
  const { faq: asked, privacy, terms, refunds, ...shown } = withOurTexts(texts)
  const { questions, ...faq } = asked
  return [
    ...factsOf(organisation),
    ...factsOf({ ...complaints, focal: nameOf(people, complaints.focal) }, 'complaints'),
    ['languages', languages.join(', ')],
    ['quick_amounts', (quick_amounts ?? QUICK_AMOUNTS_NAIRA).map((naira) => formatHeadlineNaira(naira)).join(', ')],
    ...APPLICATION_TYPES.map((type): [string, string] => [`aid.kinds.${type}`, aid.kinds[type] ?? 'offered']),
    ...ownKindFacts(aid),
    ...factsOf(aid.days, 'aid.days'),
    ['aid.areas', areasText(aid)],
    ['aid.needed', aid.needed?.lines.join('\n') ?? ''],
    ['aid.needed.language', aid.needed?.language ?? ''],
    ['aid.amount_max', aid.amount_max === null ? '' : formatHeadlineNaira(aid.amount_max)],
    ...factsOf(shown, 'texts'),
    ...factsOf(faq, 'texts.faq'),
    ['texts.faq.questions', questions.map(({ topic, question }) => `${topic}: ${question}`).join('\n')],
    ...questions.map(({ question, answer }): [string, string] => [`texts.faq.answers.${question}`, answer]),
    ...Object.entries({ privacy, terms, refunds }).flatMap(([name, policy]) => policyFacts(`texts.${name}`, policy)),
    ...storyFacts(texts.stories, stories),
  ]
}

/** An account is known by its id where it is not among the people. */
function nameOf(people: Named['people'], id: string | null): string {
  if (id === null) return ''
  const { full_name: name, email } = personIn(people, id)
  return [name, email].filter(Boolean).join(', ') || id
}

export function changesBetween(before: Organisation, after: Organisation, named: Named): Change[] {
  const old = new Map(comparedFacts(before, named))
  const now = new Map(comparedFacts(after, named))
  return [...new Set([...now.keys(), ...old.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? '', after: now.get(field) ?? '' }))
    .filter((change) => change.before !== change.after)
}

export const takeTwoPeople = (changes: readonly Change[]) => changes.some(({ field }) => TWO_PEOPLE.test(field))

/** The audit keeps short values. */
export const auditedChanges = (changes: readonly Change[]) =>
  [...new Set(changes.map(({ field }) => field.replace(/^(texts\.\w+).*$/s, '$1')))].join(', ').slice(0, 200)

const PARTS: Readonly<Record<OrganisationStep, (of: Organisation) => unknown>> = {
  names: ({ name, short_name }) => [name, short_name],
  contact: ({ support }) => support,
  registered: ({ registered }) => registered,
  links: ({ source_code }) => source_code,
  look: ({ look }) => look,
  // The others say what the software does.
  texts: ({ texts }) => (texts.about ?? ourAbout).story,
  aid: ({ aid }) => aid,
  funds: ({ quick_amounts: amounts }) => amounts,
  complaints: ({ complaints }) => complaints,
  letters: ({ letters }) => letters.sender,
}

const isOwn = (step: OrganisationStep, of: Organisation) =>
  JSON.stringify(PARTS[step](of)) !== JSON.stringify(PARTS[step](ourOrganisation))

/** @returns the steps of setting an organisation up; one is done when nothing of it is ours any more */
export const stepsOf = (published: Organisation, draft = published) =>
  ORGANISATION_STEPS.map((name) => ({ name, is_done: isOwn(name, published), is_done_in_draft: isOwn(name, draft) }))
