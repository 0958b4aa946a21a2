/**
 * The interval of Clopper and Pearson ("exact"): of all the shares that the sample is compatible with at 95 %, the lowest and the highest.
 * It is never too narrow, also for few payments and for none or all of them.
 */

/** Half of what may be missed lies at each end. */
const MISSED_AT_EACH_END = 0.025
/** Halving this often leaves less than the last bit. */
const HALVINGS = 60

export interface Interval {
  /** Between 0 and 1. */
  readonly low: number
  readonly high: number
}

/** @param hits how many of the `drawn` have what is asked for */
export function exactInterval(hits: number, drawn: number): Interval {
  if (!Number.isInteger(hits) || !Number.isInteger(drawn) || hits < 0 || drawn < 1 || hits > drawn)
    throw new RangeError(`exactInterval: ${hits} of ${drawn}`)
  return {
    low: hits === 0 ? 0 : shareWhere((share) => 1 - atMost(hits - 1, drawn, share) > MISSED_AT_EACH_END),
    high: hits === drawn ? 1 : shareWhere((share) => atMost(hits, drawn, share) < MISSED_AT_EACH_END),
  }
}

/** The share from which on something is so. */
function shareWhere(isReached: (share: number) => boolean): number {
  let [low, high] = [0, 1]
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2
    if (isReached(middle)) high = middle
    else low = middle
  }
  return (low + high) / 2
}

/** How likely at most that many hits are, if each has this chance. In logarithms, since the single terms are too small. */
function atMost(hits: number, drawn: number, share: number): number {
  let logTerm = drawn * Math.log1p(-share)
  let sum = Math.exp(logTerm)
  for (let hit = 1; hit <= hits; hit += 1) {
    logTerm += Math.log((drawn - hit + 1) / hit) + Math.log(share) - Math.log1p(-share)
    sum += Math.exp(logTerm)
  }
  return sum
}
