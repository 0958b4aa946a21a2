/** Compares clocks. Codes of second steps, tokens and signatures depend on the time. */
import { findingsAbout, type Finding } from './finding.ts'

const { ok, warning, problem } = findingsAbout('clock')

const OFF_SECONDS = { warning: 5, problem: 60 }

/**
 * Compares this machine's clock with another clock, which was read between `asked` and `heard`. Only a certain difference counts, so
 * a slow answer is not mistaken for a wrong clock.
 */
export function compareClocks(asked: Date, heard: Date, said: number, other: string): Finding {
  if (said < asked.getTime()) return assessClock(asked.getTime() - said, other)
  return assessClock(Math.min(0, heard.getTime() - said), other)
}

/** @param milliseconds how far this machine's clock is ahead */
export function assessClock(milliseconds: number, other: string): Finding {
  const off = Math.round(Math.abs(milliseconds) / 1000)
  const says = `This machine's clock is ${off.toLocaleString('en')} s ${milliseconds < 0 ? 'behind' : 'ahead of'} ${other}.`
  if (off < OFF_SECONDS.warning) return ok(`This machine's clock agrees with ${other}.`)
  return (off < OFF_SECONDS.problem ? warning : problem)(
    `${says} Let it follow a time server (timedatectl set-ntp true).`,
  )
}
