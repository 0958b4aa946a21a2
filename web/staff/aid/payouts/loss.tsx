/** A proposed loss that waits for a second person. */
import { call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { payments as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { Proposal } from '../../desk/parts/proposal.tsx'
import { paymentName, type Disbursement } from './payment-name.ts'

interface LossProposalProps {
  disbursement: Disbursement
  loss: NonNullable<Disbursement['write_off']>
  onChanged: () => void
}

export function LossProposal({ disbursement, loss, onChanged }: LossProposalProps) {
  const { bearer } = useAdministration()
  const { id, proposed_by: by, proposed_at: at } = loss
  const name = paymentName(disbursement)
  return (
    <div className="mt-3">
      <Proposal
        reason={loss.reason}
        expiresAt={loss.expires_at}
        duty="handle_money"
        mayConfirm={loss.may_confirm}
        names={{ confirmation: words.confirmLoss(name), withdrawal: words.withdrawLoss(name) }}
        dialog={{ title: words.confirmLossTitle, lead: words.confirmLossLead }}
        confirmed={{ done: words.lossConfirmed, failed: words.lossNotConfirmed }}
        send={(answer) => call(`POST /api/admin/write-offs/:id/${answer}`, { params: { id }, bearer })}
        onChanged={onChanged}
      >
        <p className="font-semibold wrap-anywhere">{words.lossProposedBy(nameOfPerson(by), formatDayAndTime(at))}</p>
      </Proposal>
    </div>
  )
}
