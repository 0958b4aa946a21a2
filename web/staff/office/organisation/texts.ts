/** Texts of the organisation: the form of each, and the lists in two of them. Null in the draft: ours stands. */
import { POLICY_NAMES, type PolicyName } from '../../../../contract/platform/policy-names.ts'
import { withOurTexts } from '../../../../contract/platform/our-texts.ts'
import {
  FIGURES_MAX,
  POLICY_SECTIONS_MAX,
  QUESTIONS_MAX,
  TEXT_CHARACTERS_MAX,
  VALUES_MAX,
} from '../../../../contract/platform/text-fields.ts'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { languageOf, sent, type Content, type OrganisationView, type Sheet, type SheetField } from './steps.ts'

type Draft = OrganisationView['draft']
type Texts = NonNullable<Content['texts']>
type Read = (name: string) => string

/** In the order in which an organisation needs them. */
export const TEXT_PARTS = ['home', 'about', 'faq', 'thanks', 'figures', ...POLICY_NAMES] as const
export type TextPart = (typeof TEXT_PARTS)[number]

/** Those that are set. */
export const textsOf = ({ texts }: Content): Texts => sent(texts)

export const written = (content: Content, texts: Partial<Texts>): Content => ({
  ...content,
  texts: { ...textsOf(content), ...texts },
})

const languageIn = (typed: Read) => languageOf(typed('language'))

const policyWriter = (policy: PolicyName) => (texts: Texts, typed: Read) => ({
  [policy]: { ...withOurTexts(texts)[policy], language: languageIn(typed) },
})

const WRITERS: Readonly<Record<TextPart, (texts: Texts, typed: Read) => Partial<Texts>>> = {
  home: (_, typed) => ({
    home: {
      language: languageIn(typed),
      title: typed('title'),
      lead: typed('lead'),
      call_title: typed('call_title'),
      call: typed('call'),
    },
  }),
  about: (texts, typed) => ({
    about: {
      ...withOurTexts(texts).about,
      language: languageIn(typed),
      lead: typed('lead'),
      mission: typed('mission'),
      story: typed('story'),
    },
  }),
  faq: (texts, typed) => ({ faq: { ...withOurTexts(texts).faq, language: languageIn(typed) } }),
  figures: (texts, typed) => ({ figures: { ...withOurTexts(texts).figures, language: languageIn(typed) } }),
  privacy: policyWriter('privacy'),
  terms: policyWriter('terms'),
  refunds: policyWriter('refunds'),
  thanks: (_, typed) => ({
    thanks: { language: languageIn(typed), title: typed('title'), text: typed('text') },
  }),
}

/** Longer ones are shown in more than one line. */
const LINE_CHARACTERS_MAX = 100

export function fieldsOf(group: keyof typeof TEXT_CHARACTERS_MAX, path: string, text: object): SheetField[] {
  const values = new Map<string, unknown>(Object.entries(text))
  const labels = new Map(Object.entries<string>(words.textFields[group]))
  const hints = new Map(Object.entries(words.textHints))
  return Object.entries<number>(TEXT_CHARACTERS_MAX[group]).map(([name, max]) => {
    const isFormatted =
      name === 'story' || name === 'answer' || (name === 'text' && (group === 'stories' || group === 'policy_sections'))
    const value = values.get(name)
    return {
      name: `${path}.${name}`,
      label: labels.get(name) ?? name,
      hint: [hints.get(`${group}.${name}`), isFormatted && words.formatting, words.atMost(max)]
        .filter((part) => typeof part === 'string')
        .join(' '),
      value: typeof value === 'string' ? value : '',
      isOptional: name === 'raised' || name === 'picture_text',
      kind: isFormatted ? 'formatted' : max > LINE_CHARACTERS_MAX ? 'long' : 'line',
    }
  })
}

export function sheetOfText(part: TextPart, { content, revision }: Draft): Sheet {
  const text = withOurTexts(textsOf(content))[part]
  const path = `content.texts.${part}`
  return {
    ...words.texts[part],
    fields: [
      ...fieldsOf(part, path, text),
      { ...words.language, name: `${path}.language`, value: text.language, kind: 'language' },
    ],
    write: (typed) =>
      written(
        content,
        WRITERS[part](textsOf(content), (name) => typed(`${path}.${name}`)),
      ),
    revision,
  }
}

/** Ours stands again. */
export const sheetOfOurs = (part: TextPart | 'stories', { content, revision }: Draft): Sheet => ({
  title: words.named(words.oursAgain, part === 'stories' ? words.stories : words.texts[part].title),
  lead: words.oursLead,
  fields: [],
  write: () => written(content, { [part]: null }),
  revision,
  button: words.oursAgain,
})

/** Items of a text, in an order. */
export interface ItemList<Item extends object> {
  readonly name:
    | 'values'
    | 'questions'
    | 'stories'
    | 'story_figures'
    | 'about_figures'
    | 'policy_sections'
    | 'own_kinds'
  readonly min: number
  readonly max: number
  readonly read: (content: Content) => readonly Item[]
  readonly titleOf: (item: Item) => string
  readonly textOf: (item: Item) => string
  /** Those of one topic stand together. */
  readonly topicOf: (item: Item) => string
  /** Not said: any item. */
  readonly mayRemove?: (item: Item) => boolean
  readonly write: (content: Content, items: readonly Item[]) => Content
}

/** Items that stand in the draft itself. */
export interface TextList<Item extends object> extends ItemList<Item> {
  readonly name: Exclude<ItemList<Item>['name'], 'own_kinds'>
  readonly path: string
  /** @param last the one that stands last */
  readonly begin: (last: Item | undefined) => Partial<Item>
  readonly make: (typed: Read) => Item
}

export const VALUES: TextList<{ title: string; text: string }> = {
  name: 'values',
  path: 'content.texts.about.values',
  min: 1,
  max: VALUES_MAX,
  read: (content) => withOurTexts(textsOf(content)).about.values,
  titleOf: ({ title }) => title,
  textOf: ({ text }) => text,
  topicOf: () => '',
  begin: () => ({}),
  make: (typed) => ({ title: typed('title'), text: typed('text') }),
  write: (content, values) =>
    written(content, { about: { ...withOurTexts(textsOf(content)).about, values: [...values] } }),
}

export const QUESTIONS: TextList<{ topic: string; question: string; answer: string }> = {
  name: 'questions',
  path: 'content.texts.faq.questions',
  min: 1,
  max: QUESTIONS_MAX,
  read: (content) => withOurTexts(textsOf(content)).faq.questions,
  titleOf: ({ question }) => question,
  textOf: ({ answer }) => answer,
  topicOf: ({ topic }) => topic,
  begin: (last) => (last ? { topic: last.topic } : {}),
  make: (typed) => ({ topic: typed('topic'), question: typed('question'), answer: typed('answer') }),
  write: (content, questions) =>
    written(content, { faq: { ...withOurTexts(textsOf(content)).faq, questions: [...questions] } }),
}

const figuresOf = (page: 'stories' | 'about', name: 'story_figures' | 'about_figures'): TextList<Figure> => ({
  name,
  path: `content.texts.figures.${page}`,
  min: 0,
  max: FIGURES_MAX,
  read: (content) => withOurTexts(textsOf(content)).figures[page],
  titleOf: ({ figure, name: what }) => `${figure} ${what}`,
  textOf: () => '',
  topicOf: () => '',
  begin: () => ({}),
  make: (typed) => ({ figure: typed('figure'), name: typed('name') }),
  write: (content, items) =>
    written(content, { figures: { ...withOurTexts(textsOf(content)).figures, [page]: [...items] } }),
})
interface Figure {
  figure: string
  name: string
}

export const STORY_FIGURES = figuresOf('stories', 'story_figures')
export const ABOUT_FIGURES = figuresOf('about', 'about_figures')

/** Ours about what the software does is shown after the first. */
export const sectionsOf = (policy: PolicyName): TextList<{ title: string; text: string }> => ({
  name: 'policy_sections',
  path: `content.texts.${policy}.sections`,
  min: 1,
  max: POLICY_SECTIONS_MAX,
  read: (content) => withOurTexts(textsOf(content))[policy].sections,
  titleOf: ({ title }) => title,
  textOf: ({ text }) => text,
  topicOf: () => '',
  begin: () => ({}),
  make: (typed) => ({ title: typed('title'), text: typed('text') }),
  write: (content, items) =>
    written(content, { [policy]: { ...withOurTexts(textsOf(content))[policy], sections: [...items] } }),
})

/** @param at its place; behind the last: a new one */
export function sheetOfItem<Item extends object>(
  list: TextList<Item>,
  { content, revision }: Draft,
  at: number,
): Sheet {
  const items = list.read(content)
  const item = items[at]
  const path = `${list.path}.${at}`
  return {
    title: item ? words.editNamed(words.items[list.name].one) : words.items[list.name].add,
    lead: words.items[list.name].lead,
    fields: fieldsOf(list.name, path, item ?? list.begin(items.at(-1))),
    write: (typed) =>
      list.write(content, [
        ...items.slice(0, at),
        list.make((name) => typed(`${path}.${name}`)),
        ...items.slice(at + 1),
      ]),
    revision,
  }
}

export const sheetOfRemoval = <Item extends object>(
  list: ItemList<Item>,
  { content, revision }: Draft,
  removed: Item,
): Sheet => ({
  title: words.removeTitle(list.titleOf(removed)),
  lead: words.removeLead,
  fields: [],
  write: () =>
    list.write(
      content,
      list.read(content).filter((item) => item !== removed),
    ),
  revision,
  button: words.remove,
})

/** @returns the items as a page shows them: topic by topic, in the order of their first ones */
export function inTopics<Item extends object>(list: ItemList<Item>, items: readonly Item[]): [string, Item[]][] {
  const topics = new Map<string, Item[]>()
  for (const item of items) topics.set(list.topicOf(item), [...(topics.get(list.topicOf(item)) ?? []), item])
  return [...topics]
}

/** @returns the list with one moved by a place; the same list at either end */
export function moved<Item>(items: readonly Item[], at: number, by: 1 | -1): readonly Item[] {
  const item = items[at]
  const other = items[at + by]
  if (item === undefined || other === undefined) return items
  return items.map((each, place) => (place === at ? other : place === at + by ? item : each))
}
