/** Limits of rows that an organisation names for the public: funds and kinds of aid. Without schemas, for the pages. */

/** A key never changes: the ledger, requests and the public log have it. */
export const ROW_KEY = /^[a-z][a-z_]{0,30}$/
/** Those of the pages. */
export const ROW_ICONS = ['coins', 'book', 'siren', 'shield', 'bowl', 'plus', 'people', 'globe', 'badge'] as const
export type RowIcon = (typeof ROW_ICONS)[number]
export const ROW_TITLE_CHARACTERS_MAX = 40
export const ROW_PURPOSE_CHARACTERS_MAX = 200
/** Kinds of aid beside the spec's six. */
export const OWN_KINDS_MAX = 20
