/** Says where an organisation helps, and how much one can ask for. Pages carry the sentences, and not what makes them. */
import { AMOUNT_REQUESTED_NAIRA_MAX } from '../aid/application-fields.ts'

interface Bounds {
  /** Without one, the whole country. */
  readonly areas: readonly { readonly state: string; readonly lgas: readonly string[] }[]
  /** In naira; null: as much as the software takes. */
  readonly amount_max: number | null
}
type Limit = Pick<Bounds, 'amount_max'>

export const mostSentence = ({ amount_max: most }: Limit) =>
  `The most you can ask for is ₦${(most ?? AMOUNT_REQUESTED_NAIRA_MAX).toLocaleString('en-NG')}.`

/** The same as a hint; empty where the organisation sets no limit. */
export const mostHint = (aid: Limit) => (aid.amount_max === null ? '' : mostSentence(aid))

/** @returns for example "Kano (Dala, Fagge), Kaduna"; empty: the whole country */
export const areasText = ({ areas }: Pick<Bounds, 'areas'>) =>
  areas.map(({ state, lgas }) => (lgas.length === 0 ? state : `${state} (${lgas.join(', ')})`)).join(', ')

/** Shown where people write where they live, which is free text: only a person can tell its state. */
export const areasSentence = ({ areas }: Pick<Bounds, 'areas'>) =>
  areas.length === 0 ? '' : `We help people in ${areasText({ areas })}.`

/** @returns what pages say about it; empty where nothing is set */
export const boundsInWords = (aid: Bounds) => ({
  areas: areasText(aid),
  where: areasSentence(aid),
  most: mostSentence(aid),
  most_set: mostHint(aid),
})
