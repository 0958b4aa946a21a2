/** Holding the payouts of a request because of a complaint, ending that, and proposing to do so longer. */
import type { ComplaintJson } from '../../../../contract/aid/complaints.ts'
import { COMPLAINT_CHARACTERS_MAX } from '../../../../contract/aid/complaint-fields.ts'
import { call } from '../../../api/client.ts'
import { holds as words } from '#words/aid/admin-complaints.ts'
import { ActButton } from '../../desk/parts/act-button.tsx'
import { lineField, textField, unless } from '../../desk/parts/form-fields.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { Opener, type DialogEnd } from '../../desk/parts/opener.tsx'
import { ProposeDialog } from '../../desk/parts/propose.tsx'

interface HoldActsProps {
  complaint: ComplaintJson
  onChanged: () => void
}

export function HoldActs({ complaint: { id, hold, request, may_hold: mayHold }, onChanged }: HoldActsProps) {
  return (
    <>
      <Opener text={words.hold} when={mayHold}>
        {(close) => <HoldDialog id={id} caseNumber={request?.case_number ?? ''} onDone={onChanged} onClose={close} />}
      </Opener>
      {hold?.live && (
        <ActButton
          text={words.end}
          act={(bearer) => call('POST /api/admin/complaints/:id/hold/end', { bearer, params: { id } }).then(onChanged)}
          says={{ done: words.ended, failed: words.notEnded }}
        />
      )}
      <Opener text={words.renew} when={hold?.live === true && !hold.renewed && !hold.renewal_proposed}>
        {(close) => (
          <ProposeDialog
            title={words.renewTitle}
            lead={words.renewLead}
            hint={words.renewHint}
            charactersMax={COMPLAINT_CHARACTERS_MAX.reason}
            send={(reason, bearer) =>
              call('POST /api/admin/complaints/:id/hold/renewal', { bearer, params: { id }, body: { reason } })
            }
            onDone={onChanged}
            onClose={close}
          />
        )}
      </Opener>
      {hold?.renewal_proposed && <p className="text-sm">{words.renewalProposed}</p>}
    </>
  )
}

interface HoldDialogProps extends DialogEnd {
  id: string
  /** Empty where the request is unknown. */
  caseNumber: string
}

function HoldDialog({ id, caseNumber, ...end }: HoldDialogProps) {
  return (
    <FormDialog
      title={words.title}
      lead={words.lead}
      fields={[
        lineField('case_number', unless(words.caseNumberMissing), {
          label: words.caseNumber,
          defaultValue: caseNumber,
          maxLength: 40,
        }),
        textField('reason', unless(words.reasonMissing), {
          label: words.reason,
          hint: words.reasonHint,
          rows: 3,
          maxLength: COMPLAINT_CHARACTERS_MAX.reason,
        }),
      ]}
      words={{ button: words.hold, done: words.held, failed: words.notHeld }}
      send={(typed, bearer) =>
        call('POST /api/admin/complaints/:id/hold', {
          bearer,
          params: { id },
          body: { case_number: typed('case_number'), reason: typed('reason') },
        })
      }
      {...end}
    />
  )
}
