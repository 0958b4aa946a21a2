/** The words of what was published month by month. The names of its figures are in funds.ts. */
import { monthInWords } from '../../../../contract/platform/month-in-words.ts'
import { ownFileName } from '../../site.ts'

export const months = {
  title: 'Month by month',
  lead: 'Totals up to the end of each month, or until now. Given includes what was refunded later. All are in the log.',
  fund: 'Show',
  all: 'All funds together',
  caption: (fund: string) => `${fund}, up to each month`,
  given: 'Given',
  refunded: 'Refunded',
  more: 'Show earlier months',
  month: 'Month',
  name: monthInWords,
  csv: 'Download as CSV',
  json: 'JSON',
  fileName: ownFileName('months.csv'),
  corrected: (count: number) =>
    count === 1 ? 'A figure that we published was false' : `${count} figures that we published were false`,
  correctedLead:
    'An earlier version of this site said ₦0.00 where nothing was published yet, and counted as promised what had been paid out. The log keeps these entries for ever, so other entries correct them.',
  /** @param now null where nothing should have been said */
  change: (name: string, said: string, now: string | null) =>
    now === null ? `${name} said ${said}, and nothing was to be said yet` : `${name} said ${said} instead of ${now}`,
  correction: ({ scope, day, changes, entry, by }: Correction) =>
    `${scope}, ${day}: ${changes.join('; ')}. Entry ${entry}${by === null ? '; its correction is not in the log yet' : `, corrected by entry ${by}`}.`,
}

interface Correction {
  readonly scope: string
  readonly day: string
  readonly changes: readonly string[]
  /** Their numbers in the log. */
  readonly entry: number
  readonly by: number | null
}
