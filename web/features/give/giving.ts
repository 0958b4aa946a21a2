/**
 * Runs a gift from the press on Pay to its outcome: the effects around the state machine of giving-state.ts. After every ending
 * of the checkout, and after a reload, it asks our server about the reference and reports what is true.
 */
import { ApiProblem } from '../../api/client.ts'
import { loadConfig } from '../../api/config.ts'
import { givingToasts as words } from '#words/money/toasts.ts'
import { openCheckout } from '../../api/payments/checkout.ts'
import type { Ending } from '../../api/payments/ending.ts'
import { showNotStarted, showOutcome, showVerifyTrouble } from '../../lib/payment-toasts.ts'
import { QUIET_WATCH_MILLISECONDS_MAX, watchPayment } from '../../api/payments/watch-payment.ts'
import { dismissToast, showToast } from '../../lib/toast-store.ts'
import type { Gift, PaymentStatus, DonationInput } from './gift.ts'
import { GIVING_START, isInFront, mayPay, next, type Giving, type GivingEvent } from './giving-state.ts'
import { keepReceipt, removeReceipt } from './kept-receipts.ts'
import { forgetGift, storeGift, storePaidGift, storedGifts, silenceGift } from './stored-gifts.ts'
import { createStarter, introduceBrowser, type StartedGift } from './start-gift.ts'

/** Called after every success, so that the form and the figures update. */
type OnPaid = (gift: Gift) => void

export class GivingRun {
  private state: Giving = GIVING_START
  private watching = new AbortController()
  private onPaid: OnPaid = () => {}
  private readonly listeners = new Set<() => void>()
  private readonly start = createStarter()
  private introduced: Promise<void> | undefined

  readonly read = (): Giving => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Starts a gift and follows it. A second press meanwhile does nothing. */
  async pay(input: DonationInput): Promise<void> {
    if (!mayPay(this.state)) return
    const { signal } = this.watching
    this.send({ type: 'pay_pressed' })
    try {
      const { mode } = await loadConfig()
      await this.introduced
      const started = await this.start(input)
      const gift = giftOf(started)
      storeGift(gift)
      keepReceipt(gift)
      this.send({ type: 'started', gift })
      const ending = await openCheckout({ accessCode: started.access_code, mode, signal })
      this.send({ type: 'popup_ended' })
      void this.watch(gift, ending)
    } catch (problem) {
      this.startFailed(problem)
    }
  }

  /** Gives without the provider: the gift that `give` returns is paid. A second press meanwhile does nothing. */
  async give(input: DonationInput, give: (input: DonationInput) => Promise<Gift>): Promise<void> {
    if (!mayPay(this.state)) return
    this.send({ type: 'pay_pressed' })
    try {
      const gift = await give(input)
      storePaidGift(gift)
      keepReceipt(gift, { fromWallet: true })
      this.send({ type: 'given', gift })
      this.onPaid(gift)
    } catch (problem) {
      this.startFailed(problem)
    }
  }

  /** Resumes the gifts that a reload, or leaving the page, interrupted. */
  resume(onPaid: OnPaid): void {
    this.onPaid = onPaid
    this.introduced ??= introduceBrowser()
    this.watching = new AbortController()
    // The page shows the newest one; the others are watched in the background.
    for (const { gift, quietSince, isPaid } of [...storedGifts()].reverse()) {
      if (isPaid) {
        this.send({ type: 'given', gift })
        continue
      }
      if (quietSince !== undefined && Date.now() - quietSince > QUIET_WATCH_MILLISECONDS_MAX) {
        forgetGift(gift)
        continue
      }
      if (quietSince === undefined) this.send({ type: 'resumed', gift })
      void this.watch(gift, 'reloaded')
    }
  }

  /** Shows the form again; the gift that is checked is watched on. */
  another(): void {
    this.send({ type: 'another' })
  }

  /** The donor closed the thanks. The tab, or the device, keeps the receipt. */
  thanked(gift: Gift): void {
    forgetGift(gift)
    this.send({ type: 'thanked', gift })
  }

  /** Stops watching. The gifts stay stored, for `resume`. */
  stop(): void {
    this.watching.abort()
    this.state = GIVING_START
  }

  private startFailed(problem: unknown): void {
    showNotStarted(words, problem)
    this.send({ type: 'start_failed', fields: problem instanceof ApiProblem ? problem.fields : [] })
  }

  private send(event: GivingEvent): void {
    this.state = next(this.state, event)
    for (const listener of this.listeners) listener()
  }

  private async watch(gift: Gift, ending: Ending | 'reloaded'): Promise<void> {
    const { signal } = this.watching
    const end = await watchPayment(gift.reference, {
      signal,
      onStatus: (status) => this.answered(gift, ending, status),
      onTrouble: (problem) => {
        if (isInFront(this.state, gift)) showVerifyTrouble(words, problem)
      },
    })
    if (signal.aborted || end !== 'unknown_here') return
    if (isInFront(this.state, gift) && ending !== 'reloaded') {
      showToast({ kind: 'destructive', title: words.verifyFailed })
    }
    // Keeps its receipt: a gift that the database lost is recorded again.
    forgetGift(gift)
    this.send({ type: 'unknown', gift })
  }

  private answered(gift: Gift, ending: Ending | 'reloaded', reported: PaymentStatus): void {
    // The popup reported success, and the provider does not know it yet: pending, not canceled.
    const status = reported === 'abandoned' && ending === 'returned' ? 'pending' : reported
    if (isInFront(this.state, gift)) showOutcome(words, status, ending)
    if (status === 'abandoned') removeReceipt(gift.receipt_code)
    if (status === 'abandoned') silenceGift(gift)
    // Stored until it has been thanked for: a reload shows the thanks again instead of losing the receipt code.
    else if (status !== 'pending' && status !== 'success') forgetGift(gift)
    this.send({ type: 'answered', gift, status })
    if (status !== 'success') return
    keepReceipt(gift)
    // The toast about this gift is no longer true.
    dismissToast()
    this.onPaid(gift)
  }
}

function giftOf({ reference, receipt_code, amount, donation_type }: StartedGift): Gift {
  return { reference, receipt_code, amount, donation_type }
}
