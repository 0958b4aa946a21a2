/** Where an organisation helps, and the most that a request may ask for. */
import { formatHeadlineNaira, koboToNaira, nairaToKobo, type Kobo } from '../platform/money.ts'
import { AMOUNT_REQUESTED_KOBO_MAX } from './application-fields.ts'

interface Bounds {
  /** Without one, the whole country. */
  readonly areas: readonly { readonly state: string; readonly lgas: readonly string[] }[]
  /** In naira; null: as much as the software takes. */
  readonly amount_max: number | null
}

/** @returns the most that a request may ask for */
export const mostOf = ({ amount_max: most }: Pick<Bounds, 'amount_max'>): Kobo =>
  (most === null ? null : nairaToKobo(most)) ?? AMOUNT_REQUESTED_KOBO_MAX

export const mostSentence = (aid: Pick<Bounds, 'amount_max'>) =>
  `The most you can ask for is ${formatHeadlineNaira(koboToNaira(mostOf(aid)))}.`

/** The same as a hint; empty where the organisation sets no limit. */
export const mostHint = (aid: Pick<Bounds, 'amount_max'>) => (aid.amount_max === null ? '' : mostSentence(aid))

/** @returns for example "Kano (Dala, Fagge), Kaduna"; empty: the whole country */
export const areasText = ({ areas }: Pick<Bounds, 'areas'>) =>
  areas.map(({ state, lgas }) => (lgas.length === 0 ? state : `${state} (${lgas.join(', ')})`)).join(', ')

/** Stands where people say where they live: it is free text, which tells no state, so a person reads it. */
export const areasSentence = ({ areas }: Pick<Bounds, 'areas'>) =>
  areas.length === 0 ? '' : `We help people in ${areasText({ areas })}.`
