/** When the morning mails to staff go out. */
import { after, hours } from '../lib/clock.ts'
import { DAY, LAGOS } from '../lib/lagos-days.ts'

const STARTS = hours(7.5)
/** Later than this, a server that was stopped sends none: the morning is over. */
const ENDS = hours(10)

/** Half past seven in Lagos, if it is between then and ten; otherwise undefined. */
export function morningOf(now: Date): Date | undefined {
  const time = after(now, LAGOS).getTime() % DAY
  return time >= STARTS && time <= ENDS ? after(now, STARTS - time) : undefined
}
