/** The toasts of payments, each shown only when it is true. Each feature has its own for success. */
import type { PaymentStatus } from '../../contract/money/payments.ts'
import { problemSentence } from '../api/problem-sentence.ts'
import { showToast } from './toast-store.ts'
import type { givingToasts, walletToasts } from '#words/money/toasts.ts'
import type { Ending } from '../api/payments/ending.ts'

type Words = typeof givingToasts | typeof walletToasts

export function showNotStarted(words: Words, problem: unknown): void {
  console.warn('The payment could not be started.', problem)
  showToast({ kind: 'destructive', title: words.startFailed, description: problemSentence(problem) })
}

export function showVerifyTrouble(words: Words, problem: unknown): void {
  const title = words.verifyTrouble(problemSentence(problem))
  showToast({ kind: 'destructive', title, description: words.verifyTroubleMore })
}

/** Every outcome of a checkout except success. A pending one is shown in the form or the list. */
export function showOutcome(words: Words, status: PaymentStatus, ending: Ending | 'reloaded'): void {
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
