/** The rules of closing a month that pages share with the server, in a separate file so that pages load no schemas. */

/** A month in Lagos: 2026-10. */
export const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

/** `running`: not over. `open`: over, and not closed. */
export const MONTH_STATES = ['running', 'open', 'closed'] as const

/**
 * Why a month cannot be closed now. `running`: it is not over for an hour. `earlier`: a month before it is open. `unchecked`: all entries were
 * not checked since its end. `books`: the books contradict themselves. `unowned`: no one looks into a difference. `closed`: it is.
 */
export const MONTH_BLOCKERS = ['closed', 'running', 'earlier', 'unchecked', 'books', 'unowned'] as const
export type MonthBlocker = (typeof MONTH_BLOCKERS)[number]

/** For the reason of who proposes to close it. */
export const MONTH_CHARACTERS_MAX = 500
