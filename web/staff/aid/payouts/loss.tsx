/** A proposed loss that waits for a second person. */
import { Decision } from '../../desk/parts/decision.tsx'
import { paymentName, type Disbursement } from './payment-name.ts'

interface LossProposalProps {
  disbursement: Disbursement
  loss: NonNullable<Disbursement['write_off']>
  onChanged: () => void
}

export function LossProposal({ disbursement, loss, onChanged }: LossProposalProps) {
  return (
    <div className="mt-3">
      <Decision decision={loss} name={paymentName(disbursement)} onChanged={onChanged} />
    </div>
  )
}
