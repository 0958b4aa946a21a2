/**
 * Runs a gift from the press on Pay to what became of it: the effects around the state machine of giving-state.ts. On every
 * ending of the checkout, and after a reload, it asks our server about our own reference and says what is true.
 */
import { ApiProblem } from '../../api/client.ts'
import { loadConfig } from '../../api/config.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { showToast } from '../../ui/toast-store.ts'
import { giving as words } from '../../words/en-NG/giving.ts'
import { openCheckout } from './checkout.ts'
import type { Ending, Gift, PaymentStatus, Wish } from './gift.ts'
import { GIVING_START, isInFront, mayPay, next, type Giving, type GivingEvent } from './giving-state.ts'
import { forgetGift, keepGift, keptGifts, quietGift } from './kept-gifts.ts'
import { createStarter, type StartedGift } from './start-gift.ts'
import { QUIET_WATCH_MILLISECONDS_MAX, watchPayment } from './watch-payment.ts'

export interface GivingStore {
  readonly read: () => Giving
  readonly subscribe: (listener: () => void) => () => void
  readonly pay: (wish: Wish) => Promise<void>
  /** Takes up the gifts that a reload, or a walk to another page, interrupted. */
  readonly resume: () => void
  readonly thanked: (gift: Gift) => void
  /** Stops watching; the gifts stay kept. */
  readonly stop: () => void
}

/** @param onPaid told of every success, so that figures can be read again */
export function createGiving(onPaid: (gift: Gift, inFront: boolean) => void): GivingStore {
  let state = GIVING_START
  let watching = new AbortController()
  const listeners = new Set<() => void>()
  const start = createStarter()

  function send(event: GivingEvent): void {
    state = next(state, event)
    for (const listener of listeners) listener()
  }

  async function pay(wish: Wish): Promise<void> {
    if (!mayPay(state)) return
    send({ type: 'pay_pressed' })
    try {
      const { mode } = await loadConfig()
      const started = await start(wish)
      const gift = giftOf(started)
      keepGift(gift)
      send({ type: 'started', gift })
      const ending = await openCheckout({ accessCode: started.access_code, mode, signal: watching.signal })
      send({ type: 'popup_ended' })
      watch(gift, ending)
    } catch (problem) {
      console.warn('The gift could not be started.', problem)
      showToast({ kind: 'destructive', title: words.startFailed, description: problemSentence(problem) })
      send({ type: 'start_failed', fields: problem instanceof ApiProblem ? problem.fields : [] })
    }
  }

  function watch(gift: Gift, ending: Ending | 'reloaded'): void {
    const { signal } = watching
    void watchPayment(gift.reference, {
      signal,
      onStatus: (status) => answer(gift, ending, status),
      onTrouble: (problem) => {
        if (!isInFront(state, gift)) return
        const title = words.verifyTrouble(problemSentence(problem))
        showToast({ kind: 'destructive', title, description: words.verifyTroubleMore })
      },
    }).then((end) => {
      if (signal.aborted || end !== 'unknown_here') return
      if (isInFront(state, gift) && ending !== 'reloaded') tellOutcome('failed', ending)
      forgetGift(gift)
      send({ type: 'unknown', gift })
    })
  }

  function answer(gift: Gift, ending: Ending | 'reloaded', reported: PaymentStatus): void {
    // The popup said that it was paid, the provider does not know yet: that is still on its way, not canceled.
    const status = reported === 'abandoned' && ending === 'returned' ? 'pending' : reported
    const inFront = isInFront(state, gift)
    if (inFront) tellOutcome(status, ending)
    if (status === 'abandoned') quietGift(gift)
    // Kept until it was thanked for: a reload shows the thanks again instead of losing the receipt code.
    else if (status !== 'pending' && status !== 'success') forgetGift(gift)
    send({ type: 'answered', gift, status })
    if (status === 'success') onPaid(gift, inFront)
  }

  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    pay,
    resume: () => {
      watching = new AbortController()
      // The newest first: that one the page is about, the others are watched in the background.
      for (const { gift, quietSince } of keptGifts().toReversed()) {
        if (quietSince === undefined) send({ type: 'resumed', gift })
        else if (Date.now() - quietSince > QUIET_WATCH_MILLISECONDS_MAX) {
          forgetGift(gift)
          continue
        }
        watch(gift, 'reloaded')
      }
    },
    thanked: (gift) => {
      forgetGift(gift)
      send({ type: 'thanked', gift })
    },
    stop: () => {
      watching.abort()
      state = GIVING_START
    },
  }
}

function giftOf({ reference, receipt_code, amount, donation_type }: StartedGift): Gift {
  return { reference, receipt_code, amount, donation_type }
}

/** Success has its dialog and pending its line in the form; every other outcome is told in a toast. */
function tellOutcome(status: PaymentStatus, ending: Ending | 'reloaded'): void {
  switch (status) {
    case 'success':
    case 'pending':
      return
    case 'abandoned':
      if (ending === 'error') {
        showToast({ kind: 'destructive', title: words.startFailed, description: words.checkoutDidNotOpen })
      } else {
        showToast({ kind: 'destructive', title: words.canceled, description: words.canceledMore })
      }
      return
    case 'failed':
    case 'needs_review':
      showToast({ kind: 'destructive', title: words.verifyFailed, description: words.verifyFailedMore })
      return
    case 'reversed':
      showToast({ kind: 'plain', title: words.reversed, description: words.reversedMore })
  }
}
