import type { Payout } from './payment-name.ts'

/** Props of every part about one payment. */
export interface PayoutProps {
  payout: Payout
  applicant: string
  onChanged: () => void
  /** It has a page of its own: keys act on it, and after its release the reader goes on. */
  onReleased?: (() => void) | undefined
}

/** Props of every dialog about one payment. */
export interface PaymentDialogProps extends Omit<PayoutProps, 'onChanged' | 'onReleased'> {
  /** It was recorded. */
  onDone: () => void
  onClose: () => void
}
