/** Days and times in words. Browsers know no Hausa and no Pidgin, so names of months are messages, as all words are. */

export const englishDates = () => ({
  months: {
    January: 'January',
    February: 'February',
    March: 'March',
    April: 'April',
    May: 'May',
    June: 'June',
    July: 'July',
    August: 'August',
    September: 'September',
    October: 'October',
    November: 'November',
    December: 'December',
  },
  at: (day: string, time: string) => `${day} at ${time}`,
})
export type DateWords = ReturnType<typeof englishDates>

const inNigeria = { timeZone: 'Africa/Lagos' } as const
const inEnglish = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', ...inNigeria })
const clock = new Intl.DateTimeFormat('en-NG', { timeStyle: 'short', ...inNigeria })

/** @returns `29 November 2026`, in Nigeria */
export function dayInWords({ months }: DateWords, at: Date): string {
  const names: Readonly<Record<string, string>> = months
  const parts = inEnglish.formatToParts(at).map(({ value }) => names[value] ?? value)
  return parts.join('')
}

/** @returns `29 November 2026 at 10:15`, in Nigeria */
export const momentInWords = (words: DateWords, at: Date): string => words.at(dayInWords(words, at), clock.format(at))
