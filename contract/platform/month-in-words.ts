/** Names of months, apart from those of days: the donate page names no day. */
const monthAndYear = new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** @param month as `2026-11`. @returns `November 2026` */
export const monthInWords = (month: string): string => monthAndYear.format(new Date(`${month}-01T00:00:00Z`))
