/**
 * How we ask the provider: a few questions at a time, and none for a while when it does not answer. A silent provider takes ten
 * seconds for each question, so further calls would keep everyone waiting.
 */
import { after, seconds, type Clock } from '../../platform/clock.ts'
import { createTurns } from '../../platform/turns.ts'
import { ProviderSilence } from './provider-answers.ts'

/** The most questions at a time. */
const AT_ONCE = 8
/** After so many questions in a row without an answer, we stop asking … */
const SILENCES_MAX = 5
/** … for this time. Then one question is asked; its answer, if it comes, lets the others through. */
const PAUSE_SECONDS = 15

/** @returns asks a question when its turn comes; throws ProviderSilence with `notAsked` during a pause */
export function createCircuit(clock: Clock) {
  const inTurn = createTurns(AT_ONCE)
  let silences = 0
  let pausedUntil: Date | null = null
  let probing = false

  const isPaused = () => {
    const now = clock.now()
    // A pause that ends later than any can was begun while the clock was wrong.
    return pausedUntil !== null && pausedUntil > now && pausedUntil <= after(now, seconds(PAUSE_SECONDS))
  }

  const hear = () => {
    silences = 0
    pausedUntil = null
  }
  const hearNothing = () => {
    silences += 1
    if (silences >= SILENCES_MAX) pausedUntil = after(clock.now(), seconds(PAUSE_SECONDS))
  }

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    let isProbe = false
    try {
      if (isPaused() || probing) throw notAsked()
      isProbe = pausedUntil !== null
      probing = isProbe
      const answer = await question()
      hear()
      return answer
    } catch (error) {
      if (!(error instanceof ProviderSilence)) hear()
      else if (!error.notAsked) hearNothing()
      throw error
    } finally {
      if (isProbe) probing = false
    }
  }
  return <T>(question: () => Promise<T>): Promise<T> => inTurn(() => ask(question))
}

function notAsked(): ProviderSilence {
  return new ProviderSilence('the provider did not answer the last questions: this one was not asked', {
    retryAfterSeconds: PAUSE_SECONDS,
    notAsked: true,
  })
}
