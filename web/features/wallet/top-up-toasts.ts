/** What is said about a top-up in a toast, each only when it is true. */
import { formatNaira } from '../../../contract/money.ts'
import type { PaymentStatus } from '../../../contract/payments.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { showToast } from '../../ui/toast-store.ts'
import { walletToasts as words } from '#words/toasts.ts'
import type { Ending } from '../paying/ending.ts'

export function sayInitiated(reference: string): void {
  showToast({ kind: 'plain', title: words.initiated, description: words.initiatedMore(reference) })
}

export function sayNotStarted(problem: unknown): void {
  console.warn('The top-up could not be started.', problem)
  showToast({ kind: 'destructive', title: words.startFailed, description: problemSentence(problem) })
}

export function sayPaid({ amount }: { amount: number }): void {
  showToast({ kind: 'plain', title: words.paid, description: words.paidMore(formatNaira(amount)) })
}

export function sayTrouble(problem: unknown): void {
  const title = words.verifyTrouble(problemSentence(problem))
  showToast({ kind: 'destructive', title, description: words.verifyTroubleMore })
}

/** Every outcome of a checkout but success, which is said whenever it comes. One that is pending has its line in the list. */
export function sayOutcome(status: Exclude<PaymentStatus, 'success'>, ending: Ending): void {
  switch (status) {
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
