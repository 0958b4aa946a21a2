import type { Disbursement } from './payment-name.ts'

/** Props of every part about one payment. */
export interface DisbursementProps {
  disbursement: Disbursement
  applicant: string
  onChanged: () => void
}

/** Props of every dialog about one payment. */
export interface PaymentDialogProps extends Omit<DisbursementProps, 'onChanged'> {
  /** It was recorded. */
  onDone: () => void
  onClose: () => void
}
