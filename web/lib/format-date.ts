/** Readable days and times: Lagos time, whatever the device's time zone. */
import { dayInWords, momentInWords } from '../../contract/platform/date-words.ts'
import { dates } from '#words/common/dates.ts'
import { language } from './language.ts'

const inLagos = { timeZone: 'Africa/Lagos' } as const
const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', ...inLagos })
const dayAndTime = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', ...inLagos })
/** The scripts of the English pages contain no words for them. */
const isTranslated = (import.meta.env.SSR || import.meta.env.TRANSLATED) && language !== undefined

export function formatDay(moment: string): string {
  const at = new Date(moment)
  return isTranslated ? dayInWords(dates, at) : day.format(at)
}

export function formatDayAndTime(moment: string): string {
  const at = new Date(moment)
  return isTranslated ? momentInWords(dates, at) : dayAndTime.format(at)
}
