/** The toasts of top-ups alone: started, added to the wallet, and canceled. */
import { formatNaira } from '../../../contract/platform/money.ts'
import { showToast } from '../../lib/toast-store.ts'
import { walletToasts as words } from '#words/common/toasts.ts'

export function showInitiated(reference: string): void {
  showToast({ kind: 'plain', title: words.initiated, description: words.initiatedMore(reference) })
}

export function showPaid({ amount }: { amount: number }): void {
  showToast({ kind: 'plain', title: words.paid, description: words.paidMore(formatNaira(amount)) })
}

export function showCanceled({ amount }: { amount: number }): void {
  showToast({ kind: 'plain', title: words.topUpCanceled, description: words.topUpCanceledMore(formatNaira(amount)) })
}
