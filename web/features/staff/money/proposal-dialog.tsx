/** Proposes a decision about a payment, with the reason. A second administrator confirms it. */
import { PAYMENT_DECISION_CHARACTERS_MAX, type PaymentAction } from '../../../../contract/admin-reports-fields.ts'
import { call } from '../../../api/client.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { books as words, proposals } from '#words/admin-reports.ts'
import { useAdministration } from '../administration.ts'
import { ReasonForm } from '../parts/reason-form.tsx'
import { usePropose } from '../parts/proposal.tsx'

interface ProposalDialogProps {
  payment: string
  action: PaymentAction
  onProposed: () => void
  onClose: () => void
}

export function ProposalDialog({ payment, action, onProposed, onClose }: ProposalDialogProps) {
  const { bearer } = useAdministration()
  const propose = usePropose(onProposed)
  return (
    <Dialog {...words.dialogs[action]} onClose={onClose}>
      <ReasonForm
        label={proposals.reason}
        hint={words.reasonHint}
        missing={proposals.reasonMissing}
        charactersMax={PAYMENT_DECISION_CHARACTERS_MAX}
        button={proposals.propose}
        busyText={proposals.proposing}
        onSend={(reason) =>
          propose(call('POST /api/admin/books/decisions', { body: { payment, action, reason }, bearer }))
        }
        onClose={onClose}
      />
    </Dialog>
  )
}
