/** Readable days and times: Lagos time, whatever the device's time zone. */

const inLagos = { timeZone: 'Africa/Lagos' } as const
const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', ...inLagos })
const dayAndTime = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', ...inLagos })

export function formatDay(moment: string): string {
  return day.format(new Date(moment))
}

export function formatDayAndTime(moment: string): string {
  return dayAndTime.format(new Date(moment))
}
