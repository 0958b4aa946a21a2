/** Holding the payouts of a request because of a complaint, ending that, and proposing to do so longer. */
import { useState } from 'react'
import type { ComplaintJson } from '../../../../contract/aid/complaints.ts'
import { COMPLAINT_CHARACTERS_MAX } from '../../../../contract/aid/complaint-fields.ts'
import { call } from '../../../api/client.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { holds as words } from '#words/aid/admin-complaints.ts'
import { useAdministration } from '../../desk/administration.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { ProposeDialog } from '../../desk/parts/propose.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'

interface HoldActsProps {
  complaint: ComplaintJson
  onChanged: () => void
}

export function HoldActs({ complaint: { id, hold, request, may_hold: mayHold }, onChanged }: HoldActsProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [opened, setOpened] = useState<'hold' | 'renew'>()
  const onClose = () => setOpened(undefined)
  const onDone = () => {
    onClose()
    onChanged()
  }
  const end = () => {
    const sending = call('POST /api/admin/complaints/:id/hold/end', { bearer, params: { id } })
    void outcome(sending.then(onChanged), { done: words.ended, failed: words.notEnded })
  }
  return (
    <>
      {mayHold && <SmallButton onClick={() => setOpened('hold')}>{words.hold}</SmallButton>}
      {hold?.live && <SmallButton onClick={end}>{words.end}</SmallButton>}
      {hold?.live && !hold.renewed && !hold.renewal_proposed && (
        <SmallButton onClick={() => setOpened('renew')}>{words.renew}</SmallButton>
      )}
      {hold?.renewal_proposed && <p className="text-sm">{words.renewalProposed}</p>}
      {opened === 'hold' && (
        <HoldDialog id={id} caseNumber={request?.case_number ?? ''} onDone={onDone} onClose={onClose} />
      )}
      {opened === 'renew' && (
        <ProposeDialog
          title={words.renewTitle}
          lead={words.renewLead}
          hint={words.renewHint}
          charactersMax={COMPLAINT_CHARACTERS_MAX.reason}
          send={(reason) =>
            call('POST /api/admin/complaints/:id/hold/renewal', { bearer, params: { id }, body: { reason } })
          }
          onProposed={onDone}
          onClose={onClose}
        />
      )}
    </>
  )
}

interface HoldDialogProps {
  id: string
  /** Empty where the request is unknown. */
  caseNumber: string
  onDone: () => void
  onClose: () => void
}

function HoldDialog({ id, caseNumber, onDone, onClose }: HoldDialogProps) {
  const { bearer } = useAdministration()
  return (
    <FormDialog
      title={words.title}
      lead={words.lead}
      names={['case_number', 'reason']}
      check={(typed) => ({
        ...(typed('case_number').trim() === '' && { case_number: words.caseNumberMissing }),
        ...(typed('reason').trim() === '' && { reason: words.reasonMissing }),
      })}
      words={{ button: words.hold, busy: words.holding, done: words.held, failed: words.notHeld }}
      send={(typed) =>
        call('POST /api/admin/complaints/:id/hold', {
          bearer,
          params: { id },
          body: { case_number: typed('case_number'), reason: typed('reason') },
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      {({ faults }) => (
        <>
          <TextField
            label={words.caseNumber}
            name="case_number"
            defaultValue={caseNumber}
            maxLength={40}
            error={faults.case_number}
          />
          <TextArea
            label={words.reason}
            hint={words.reasonHint}
            name="reason"
            rows={3}
            maxLength={COMPLAINT_CHARACTERS_MAX.reason}
            error={faults.reason}
          />
        </>
      )}
    </FormDialog>
  )
}
