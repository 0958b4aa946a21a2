/** Values in force until an organisation sets its own. Apart from limits and languages, which only those need who set texts: every page has this. */

import type { RowIcon } from './named-row-limits.ts'
import type { TEXT_LANGUAGES } from './text-fields.ts'

/** By section 4 of the spec. The database has the same days for instances without a publication (`due_after`). */
export const OUR_AID: {
  readonly kinds: Record<string, 'offered' | 'closed'>
  readonly own_kinds: { key: string; title: string; purpose: string; icon: RowIcon; fund: string }[]
  readonly days: { critical: number; high: number; other: number }
  readonly areas: { state: string; lgas: string[] }[]
  readonly needed: { language: (typeof TEXT_LANGUAGES)[number]; lines: string[] } | null
  readonly amount_max: number | null
} = {
  kinds: {},
  own_kinds: [],
  days: { critical: 3, high: 7, other: 21 },
  areas: [],
  needed: null,
  amount_max: null,
}

/** Every text is ours. */
export const OUR_TEXTS = {
  home: null,
  about: null,
  faq: null,
  thanks: null,
  figures: null,
  privacy: null,
  terms: null,
  refunds: null,
  stories: null,
} as const

/** No one is named. */
export const OUR_COMPLAINTS = { focal: null, outsider: null, outsider_reach: null }
