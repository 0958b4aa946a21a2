/** Sets or clears the reviewers’ mark on a person, after saying what it means. */
import type { BeneficiaryJson } from '../../../../contract/aid/admin.ts'
import { call } from '../../../api/client.ts'
import { beneficiaries as words } from '#words/aid/review.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { Opener } from '../../desk/parts/opener.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { nameOf } from './beneficiaries.ts'

interface MarkButtonProps {
  /** The id is that of the profile. */
  person: Pick<BeneficiaryJson, 'id' | 'full_name' | 'is_approved'>
  onChanged: (news: BeneficiaryJson) => void
}

/** @param isBesideDecision where another button approves the request, so that this one says whom it approves */
export function MarkButton({ isBesideDecision = false, ...props }: MarkButtonProps & { isBesideDecision?: boolean }) {
  const { person, onChanged } = props
  const { full_name: fullName, is_approved: isApproved } = person
  const name = nameOf(fullName)
  const named = isApproved ? words.unapproveNamed(name) : words.approveNamed(name)
  const inList = isApproved ? words.unapprove : words.approve
  const inReview = isApproved ? words.unapproving.button : words.approving.button
  return (
    <Opener
      text={isBesideDecision ? inReview : inList}
      look={isApproved ? 'quiet' : 'outline'}
      aria-label={isBesideDecision ? undefined : named}
    >
      {(close) => <MarkDialog person={person} onChanged={onChanged} onClose={close} />}
    </Opener>
  )
}

function MarkDialog({ person, onChanged, onClose }: MarkButtonProps & { onClose: () => void }) {
  const { id, full_name: fullName, is_approved: isApproved } = person
  const says = isApproved ? words.unapproving : words.approving
  const done = isApproved ? toasts.unapproved : toasts.approved
  return (
    <FormDialog
      title={says.title(nameOf(fullName))}
      lead={says.lead}
      words={{ button: says.button, done, failed: toasts.approvalFailed }}
      send={(_, bearer) =>
        call('PATCH /api/admin/beneficiaries/:id', {
          params: { id },
          body: { is_approved: !isApproved, full_name: fullName },
          bearer,
        })
      }
      onDone={onChanged}
      onClose={onClose}
    >
      <p>{words.markMeans}</p>
    </FormDialog>
  )
}
