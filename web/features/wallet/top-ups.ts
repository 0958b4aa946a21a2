/**
 * Runs top-ups: starts one or resumes a pending one, and polls our server for the outcome of each. The server stores pending
 * top-ups, so a page resumes those that its list shows as pending.
 */
import type { FieldError } from '../../../contract/platform/errors.ts'
import type { PaymentStatus } from '../../../contract/money/payments.ts'
import type { WalletTransactionJson } from '../../../contract/money/wallet.ts'
import type { Bearer } from '../../api/authorization.ts'
import { ApiProblem, call } from '../../api/client.ts'
import { loadConfig } from '../../api/config.ts'
import { createSender } from '../../api/send-once.ts'
import { walletToasts as words } from '#words/money/toasts.ts'
import { openCheckout } from '../../api/payments/checkout.ts'
import type { Ending } from '../../api/payments/ending.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { showNotStarted, showOutcome, showVerifyTrouble } from '../../lib/payment-toasts.ts'
import { watchPayment } from '../../api/payments/watch-payment.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import { showToast } from '../../lib/toast-store.ts'

/** Facts about a pending top-up. */
export interface Asked {
  /** False after too long without changes: then the user may check again. */
  readonly isAsking: boolean
  readonly status: PaymentStatus | undefined
  /** The user has just closed its checkout. */
  readonly wasClosed: boolean
}

/** Why the last press on Pay Now started nothing. */
export interface RefusedTopUp {
  readonly fields: readonly FieldError[]
  /** An open top-up that can be continued instead. */
  readonly resumable: string | undefined
}

export interface TopUpsState {
  /** The reference being opened or paid, or `new`. Until it is null again, nothing else can be started. */
  readonly open: string | null
  readonly refused: RefusedTopUp | null
  /** The reference being canceled. */
  readonly canceling: string | null
  /** By reference. */
  readonly asked: ReadonlyMap<string, Asked>
}

export const TOP_UPS_START: TopUpsState = { open: null, refused: null, canceling: null, asked: new Map() }

/** How many are checked automatically; the user checks older ones. */
const FOLLOWED_MAX = 5

/** The trigger of a check: the end of a checkout, the user, or the list. Only the list checks silently. */
type Reason = Ending | 'asked' | 'listed'

interface TopUp {
  readonly reference: string
  readonly amount: number
}

interface Opened extends TopUp {
  /** Null if it has ended and cannot be paid. */
  readonly accessCode: string | null
}

/** Called with each top-up that may have changed. */
type OnChange = (reference: string) => void

export class TopUpsRun {
  private state: TopUpsState = TOP_UPS_START
  private leaving = new AbortController()
  private onChange: OnChange = () => {}
  private readonly listeners = new Set<() => void>()
  private readonly watches = new Map<string, AbortController>()
  private readonly known = new Set<string>()
  private readonly paid = new Set<string>()
  private readonly bearer: Bearer
  private readonly begin: (amount: number) => Promise<Opened>

  constructor(bearer: Bearer) {
    this.bearer = bearer
    this.begin = createSender(async (amount: number, idempotencyKey) => {
      const { reference, access_code } = await call('POST /api/wallet/top-ups', {
        body: { amount },
        idempotencyKey,
        bearer,
      })
      return { reference, amount, accessCode: access_code }
    })
  }

  readonly read = (): TopUpsState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  run(onChange: OnChange): void {
    this.onChange = onChange
    this.leaving = new AbortController()
  }

  /** Stops checking. The server keeps what is pending, for the next page that looks. */
  stop(): void {
    this.leaving.abort()
    for (const watch of this.watches.values()) watch.abort()
    this.watches.clear()
    this.known.clear()
    this.state = TOP_UPS_START
  }

  /** Starts a top-up. @returns whether its checkout opened; if not, the state says why */
  start(amount: number): Promise<boolean> {
    return this.open('new', () => this.begin(amount))
  }

  /** Resumes an open one. @returns as `start` */
  resume(reference: string): Promise<boolean> {
    return this.open(reference, async () => {
      const reply = await call('POST /api/wallet/top-ups/:reference/resume', {
        params: { reference },
        bearer: this.bearer,
      })
      return { reference: reply.reference, amount: reply.transaction.amount, accessCode: reply.access_code }
    })
  }

  /** Checks the pending top-ups of a list, unless they are already being checked. */
  follow(transactions: readonly WalletTransactionJson[]): void {
    for (const { reference, amount, status } of transactions) {
      if (status !== 'pending' || this.known.has(reference) || this.watches.size >= FOLLOWED_MAX) continue
      void this.watch({ reference, amount }, 'listed')
    }
  }

  /** Checks immediately, and keeps checking. */
  ask(topUp: TopUp): void {
    void this.watch(topUp, 'asked')
  }

  /** Cancels an open one. Money that arrives for it after all is still added. @returns whether it is no longer pending */
  async cancel({ reference, amount }: TopUp): Promise<boolean> {
    if (this.state.canceling !== null) return false
    const { signal } = this.leaving
    this.change({ canceling: reference })
    try {
      const { status } = await call('POST /api/wallet/top-ups/:reference/cancel', {
        params: { reference },
        bearer: this.bearer,
      })
      if (signal.aborted) return false
      this.watches.get(reference)?.abort()
      this.watches.delete(reference)
      this.change({ canceling: null })
      if (status === 'failed') showCanceled({ amount })
      if (status === 'completed') showPaid({ amount })
      // It needs review: checking says so.
      if (status === 'pending') this.ask({ reference, amount })
      this.onChange(reference)
      return status !== 'pending'
    } catch (problem) {
      if (signal.aborted) return false
      this.change({ canceling: null })
      failWithToast(words.cancelFailed, problem)
      return false
    }
  }

  private async open(open: string, begin: () => Promise<Opened>): Promise<boolean> {
    if (this.state.open !== null) return false
    const { signal } = this.leaving
    this.change({ open, refused: null })
    try {
      const { mode } = await loadConfig()
      const { reference, amount, accessCode } = await begin()
      if (signal.aborted) return false
      this.known.add(reference)
      this.watches.get(open)?.abort()
      if (accessCode === null) {
        // The provider was asked, and the payment has ended: the list says how.
        this.change({ open: null })
        void this.watch({ reference, amount }, 'asked')
        return true
      }
      showInitiated(reference)
      this.onChange(reference)
      void this.pay({ reference, amount }, openCheckout({ accessCode, mode, signal }))
      return true
    } catch (problem) {
      if (signal.aborted) return false
      showNotStarted(words, problem)
      this.change({ open: null, refused: refusalOf(problem) })
      return false
    }
  }

  private async pay(topUp: TopUp, checkout: Promise<Ending>): Promise<void> {
    const { signal } = this.leaving
    const ending = await checkout
    if (signal.aborted) return
    this.change({ open: null })
    await this.watch(topUp, ending)
  }

  private async watch(topUp: TopUp, reason: Reason): Promise<void> {
    const { reference } = topUp
    this.watches.get(reference)?.abort()
    const watch = new AbortController()
    this.watches.set(reference, watch)
    this.known.add(reference)
    const wasClosed = reason === 'closed'
    this.tell(reference, { isAsking: true, status: undefined, wasClosed })
    await watchPayment(reference, {
      signal: watch.signal,
      onStatus: (status) => this.answered(topUp, reason, status),
      onTrouble: (problem) => {
        if (reason !== 'listed') showVerifyTrouble(words, problem)
      },
    })
    if (watch.signal.aborted) return
    this.watches.delete(reference)
    this.tell(reference, { isAsking: false, status: this.state.asked.get(reference)?.status, wasClosed })
  }

  private answered(topUp: TopUp, reason: Reason, reported: PaymentStatus): void {
    const { reference } = topUp
    // The popup reported success, and the provider does not know it yet: pending, not canceled.
    const status = reported === 'abandoned' && reason === 'returned' ? 'pending' : reported
    this.tell(reference, { isAsking: true, status, wasClosed: reason === 'closed' })
    if (status === 'success') {
      if (!this.paid.has(reference)) showPaid(topUp)
      this.paid.add(reference)
    } else if (reason !== 'listed' && reason !== 'asked') showOutcome(words, status, reason)
    if (status !== 'pending' && status !== 'abandoned') this.onChange(reference)
  }

  private tell(reference: string, asked: Asked): void {
    this.change({ asked: new Map(this.state.asked).set(reference, asked) })
  }

  private change(change: Partial<TopUpsState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}

function refusalOf(problem: unknown): RefusedTopUp {
  const { fields, reference } = problem instanceof ApiProblem ? problem : { fields: [], reference: undefined }
  return { fields, resumable: reference }
}

/** The toasts of top-ups alone: started, added to the wallet, and canceled. */
function showInitiated(reference: string): void {
  showToast({ kind: 'plain', title: words.initiated, description: words.initiatedMore(reference) })
}

function showPaid({ amount }: { amount: number }): void {
  showToast({ kind: 'plain', title: words.paid, description: words.paidMore(formatNaira(amount)) })
}

function showCanceled({ amount }: { amount: number }): void {
  showToast({ kind: 'plain', title: words.topUpCanceled, description: words.topUpCanceledMore(formatNaira(amount)) })
}
