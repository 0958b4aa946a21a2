import type { Disbursement } from './payment-name.ts'

/** What every part about one payment takes. */
export interface DisbursementProps {
  disbursement: Disbursement
  applicant: string
  onChanged: () => void
}

/** What every dialog about one payment takes. */
export interface PaymentDialogProps extends Omit<DisbursementProps, 'onChanged'> {
  /** It was recorded. */
  onDone: () => void
  onClose: () => void
}
