/** The words of what was published month by month. The names of its figures are in funds.ts. */
const MONTH = new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const months = {
  title: 'Month by month',
  lead: 'Everything up to the end of each month, and in this month until now. What was given includes what was refunded later. A gift counts in the month in which our books recorded it; the log has an entry of each fund and month.',
  fund: 'Show',
  all: 'All funds together',
  caption: (fund: string) => `${fund}, up to each month`,
  given: 'Given',
  refunded: 'Refunded',
  more: 'Show earlier months',
  month: 'Month',
  name: (month: string) => MONTH.format(new Date(`${month}-01T00:00:00Z`)),
  csv: 'Download as CSV',
  json: 'The same as JSON',
  fileName: 'taimako-months.csv',
}
