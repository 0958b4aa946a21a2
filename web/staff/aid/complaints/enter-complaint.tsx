/** Enters the complaint of someone who called or came, and shows its number once. */
import { useState } from 'react'
import { COMPLAINT_CHANNELS } from '../../../../contract/aid/complaint-fields.ts'
import type { CallReply } from '../../../api/client.ts'
import {
  checkComplaint,
  COMPLAINT_NAMES,
  ComplaintCode,
  ComplaintFields,
  readComplaint,
} from '../../../ui/complaint/complaint-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { staffComplaints as words } from '#words/aid/admin-complaints.ts'
import { complaints as names } from '#words/aid/complaint-names.ts'
import { Opener } from '../../desk/parts/opener.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { useSendOnce } from '../../desk/parts/use-send-once.ts'
import { useCached, useEndpoint, useRefresh } from '../../desk/queries.ts'

const FOCAL = 'GET /api/complaints/focal-person'
const ENTERED = COMPLAINT_CHANNELS.filter((channel) => channel !== 'page')
const FIELDS = ['channel', ...COMPLAINT_NAMES, 'case_number', 'called_back'] as const

export function EnterComplaint() {
  const [code, setCode] = useState<string>()
  const close = () => setCode(undefined)
  return (
    <div>
      <Opener text={words.enter}>{(onClose) => <EnterDialog onClose={onClose} onDone={setCode} />}</Opener>
      {code !== undefined && (
        // Only its button closes it: no one can show the number again.
        <Dialog title={names.codeTitle} lead={names.codeLead}>
          <ComplaintCode code={code} />
          <Button onClick={close} className="mt-6 w-full">
            {words.close}
          </Button>
        </Dialog>
      )}
    </div>
  )
}

function EnterDialog({ onDone, onClose }: { onDone: (code: string) => void; onClose: () => void }) {
  const refresh = useRefresh()
  useEndpoint(FOCAL, {})
  const focal = useCached(FOCAL, {})
  const send = useSendOnce('POST /api/admin/complaints')
  return (
    <FormDialog<(typeof FIELDS)[number], CallReply<'POST /api/admin/complaints'>>
      title={words.enterTitle}
      lead={words.enterLead}
      names={FIELDS}
      check={checkComplaint}
      words={{ button: words.save, done: words.saved, failed: words.notSaved }}
      send={(typed) =>
        send({
          body: {
            ...readComplaint(typed),
            channel: ENTERED.find((known) => known === typed('channel')) ?? 'call',
            called_back: typed('called_back') === 'yes',
            ...(typed('case_number').trim() !== '' && { case_number: typed('case_number') }),
          },
        })
      }
      onDone={({ code }) => {
        refresh('GET /api/admin/complaints', 'GET /api/admin/inbox')
        onDone(code)
      }}
      onClose={onClose}
    >
      {({ faults, busy }) => (
        <>
          <SelectField
            label={words.channel}
            error={faults.channel}
            name="channel"
            defaultValue="call"
            options={ENTERED.map((channel) => [channel, names.channels[channel]])}
          />
          <ComplaintFields faults={faults} busy={busy} focal={focal?.full_name} />
          <TextField label={words.caseNumber} name="case_number" maxLength={40} error={faults.case_number} />
          <Checkbox label={words.calledBack} hint={words.calledBackHint} name="called_back" value="yes" />
        </>
      )}
    </FormDialog>
  )
}
