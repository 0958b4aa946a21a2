/** Names of the kinds of aid: the spec's six in the words of the page, others as the organisation named them, in English. */
import { applicationNames } from '#words/aid/application-names.ts'
import { site } from './site.ts'
import { untranslated } from './translate.ts'

const six: Readonly<Record<string, string>> = applicationNames.types

/** @returns the kind that the organisation named; nothing for one of the six */
export const ownKind = (type: string) => site.aid.own_kinds.find(({ key }) => key === type)

/** A kind that was published after this page was made is called by its key, which is made of its name. */
export const typeName = (type: string): string => six[type] ?? ownKind(type)?.title ?? type.replaceAll('_', ' ')

if (import.meta.env.TRANSLATED)
  for (const { title, purpose } of site.aid.own_kinds) untranslated.add(title).add(purpose)
