/** When mails to staff go out that no one caused by an act: in the morning, or in working hours. */
import { after, hours } from '../../platform/clock.ts'
import { DAY, LAGOS } from '../../platform/lagos-days.ts'

const STARTS = hours(7.5)
/** Later than this, a server that was stopped sends none: the morning is over. */
const ENDS = hours(10)
const EVENING = hours(19)

const timeInLagos = (now: Date) => after(now, LAGOS).getTime() % DAY

/** Half past seven in Lagos, if it is between then and ten; otherwise undefined. */
export function morningOf(now: Date): Date | undefined {
  const time = timeInLagos(now)
  return time >= STARTS && time <= ENDS ? after(now, STARTS - time) : undefined
}

/** Whether it is between half past seven and seven in the evening in Lagos, on any day. */
export function isWorkingTime(now: Date): boolean {
  const time = timeInLagos(now)
  return time >= STARTS && time <= EVENING
}
