/** Asks for the text of a decision: required for a rejection and a request for documents, optional for the others. */
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/admin-fields.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { review as words } from '#words/review.ts'
import { ReasonForm } from '../parts/reason-form.tsx'

export type DecisionKind = 'approved' | 'rejected' | 'pending' | 'papers'

const FORMS: Readonly<
  Record<DecisionKind, { label: string; hint: string; button: string; missing: string | undefined }>
> = {
  approved: { label: words.reason, hint: words.reasonHint, button: words.approve, missing: undefined },
  rejected: { label: words.reason, hint: words.reasonHint, button: words.reject, missing: words.reasonMissing },
  pending: { label: words.reason, hint: words.reasonHint, button: words.toPending, missing: undefined },
  papers: {
    label: words.papersText,
    hint: words.papersHint,
    button: words.askPapers,
    missing: words.papersMissing,
  },
}

interface DecisionDialogProps {
  kind: DecisionKind
  onDecide: (text: string) => Promise<boolean>
  onClose: () => void
}

export function DecisionDialog({ kind, onDecide, onClose }: DecisionDialogProps) {
  return (
    <Dialog {...words.dialogs[kind]} onClose={onClose}>
      <ReasonForm
        {...FORMS[kind]}
        charactersMax={REVIEW_CHARACTERS_MAX}
        busyText={words.saving}
        onSend={onDecide}
        onClose={onClose}
      />
    </Dialog>
  )
}
