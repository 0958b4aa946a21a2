/** The words of what was published month by month. The names of its figures are in funds.ts. */
const MONTH = new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const months = {
  title: 'Month by month',
  lead: 'For all funds together, up to the end of each month. The files have each fund as well.',
  caption: 'Promised, paid out and lost up to each month, and how long it took',
  month: 'Month',
  name: (month: string) => MONTH.format(new Date(`${month}-01T00:00:00Z`)),
  none: 'None yet: ten households do not share a month yet.',
  csv: 'Download as CSV',
  json: 'The same as JSON',
  fileName: 'taimako-months.csv',
}
