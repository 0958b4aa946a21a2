/** Kinds of aid that the organisation names beside the spec's six: the form of one. One that was published keeps its name, and stays. */
import { ROW_ICONS, OWN_KINDS_MAX } from '../../../../contract/platform/named-row-limits.ts'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { aidOf, offerIn, type Content, type OrganisationView, type Sheet, type SheetField } from './steps.ts'
import type { ItemList } from './texts.ts'

export type OwnKind = ReturnType<typeof aidOf>['own_kinds'][number]

const isPublished = ({ published }: OrganisationView, { key }: OwnKind) =>
  aidOf(published).own_kinds.some((each) => each.key === key)

const write = (content: Content, items: readonly OwnKind[]): Content => {
  const aid = aidOf(content)
  const left = aid.own_kinds.filter(({ key }) => !items.some((item) => item.key === key))
  const kinds = Object.entries(aid.kinds).filter(([key]) => !left.some((kind) => kind.key === key))
  return { ...content, aid: { ...aid, kinds: Object.fromEntries(kinds), own_kinds: [...items] } }
}

export const listOfKinds = (view: OrganisationView): ItemList<OwnKind> => ({
  name: 'own_kinds',
  min: 0,
  max: OWN_KINDS_MAX,
  read: (content) => aidOf(content).own_kinds,
  titleOf: ({ title }) => title,
  textOf: ({ key, purpose }) => `${purpose}\n${words.offers[stateOf(view.draft.content, key)]}`,
  topicOf: () => '',
  mayRemove: (kind) => !isPublished(view, kind),
  write,
})

const stateOf = (content: Content, key: string) => aidOf(content).kinds[key] ?? 'offered'

/** @returns "Food for school" as `food_for_school`; for a name without Latin letters, one key */
const keyOf = (title: string) =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 31) || 'own_kind'

/** @param at its place; behind the last: a new one */
export function sheetOfKind(view: OrganisationView, at: number): Sheet {
  const { content, revision } = view.draft
  const items = aidOf(content).own_kinds
  const kind = items[at]
  const keeps = kind !== undefined && isPublished(view, kind)
  const field = (name: keyof typeof words.kindFields, type: SheetField['kind'], value: string): SheetField => ({
    ...words.kindFields[name],
    name: `content.aid.own_kinds.${at}.${name}`,
    kind: type,
    value,
  })
  return {
    title: kind ? words.editNamed(kind.title) : words.items.own_kinds.add,
    lead: words.items.own_kinds.lead,
    fields: [
      ...(keeps ? [] : [field('title', 'line', kind?.title ?? '')]),
      field('purpose', 'long', kind?.purpose ?? ''),
      field('icon', 'icon', kind?.icon ?? 'people'),
      field('fund', 'fund', kind?.fund ?? 'general'),
      field('state', 'offer', kind ? stateOf(content, kind.key) : 'offered'),
    ],
    write(typed) {
      const read = (name: keyof typeof words.kindFields) => typed(`content.aid.own_kinds.${at}.${name}`)
      const title = keeps ? kind.title : read('title')
      const key = keeps ? kind.key : keyOf(title)
      const icon = ROW_ICONS.find((each) => each === read('icon')) ?? 'people'
      const saved = { key, title, purpose: read('purpose'), icon, fund: read('fund') }
      const written = write(content, [...items.slice(0, at), saved, ...items.slice(at + 1)])
      const aid = aidOf(written)
      return { ...written, aid: { ...aid, kinds: { ...aid.kinds, [key]: offerIn(read('state')) } } }
    },
    revision,
  }
}
