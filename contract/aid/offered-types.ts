/** The kinds of aid of an organisation: the spec's six, and those that it named beside them. */

/** The spec's six, in the order of its section 9. An organisation can close them and name others, never delete them. */
export const APPLICATION_TYPES = ['schoolfees', 'medical_fee', 'shelter', 'food', 'financial_aid', 'other'] as const

interface Named {
  readonly own_kinds: readonly { readonly key: string }[]
}

/** @returns all kinds in the order in which they are shown, closed ones too; `other` is the last */
export const typesOf = ({ own_kinds: own }: Named): string[] => [
  ...APPLICATION_TYPES.slice(0, -1),
  ...own.map(({ key }) => key),
  'other',
]

/** @returns those that one can ask for now, as the organisation published it */
export const offeredTypes = (aid: Named & { readonly kinds: Readonly<Record<string, 'offered' | 'closed'>> }) =>
  typesOf(aid).filter((type) => aid.kinds[type] !== 'closed')

/** Refuses a form that was open while its kind was closed. */
export const TYPE_CLOSED_SENTENCE = 'We take no new requests for this now. Choose something else, or call us.'
