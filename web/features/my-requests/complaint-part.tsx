/** The complaint of a recipient about a request: it holds what is not paid out yet. */
import { useState } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import type { CallReply } from '../../api/client.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { FormDialog } from './form-dialog.tsx'
import { ownComplaint as words } from '#words/aid/complain.ts'
import { ComplaintForm, ComplaintSent } from '../../ui/complaint/complaint-form.tsx'

interface ComplaintPartProps {
  application: { readonly id: string; readonly case_number: string }
  bearer: Bearer
}

export function ComplaintPart({ application: { id, case_number: caseNumber }, bearer }: ComplaintPartProps) {
  const [isOpen, setOpen] = useState(false)
  const [isRead, setRead] = useState(false)
  const [received, setReceived] = useState<CallReply<'POST /api/complaints'>>()
  const heldUntil = received?.held_until ?? null
  return (
    <>
      {heldUntil === null ? (
        <button type="button" className="link-target mt-5" onClick={() => setOpen(true)}>
          {words.open}
        </button>
      ) : (
        <p className="inset mt-5">{words.held(formatDayAndTime(heldUntil))}</p>
      )}
      {isOpen && (
        <FormDialog title={words.title(caseNumber)} lead={words.lead} onClose={() => setOpen(false)}>
          <ComplaintForm
            own={{ id, bearer }}
            onSent={(sent) => {
              setOpen(false)
              setReceived(sent)
              setRead(false)
            }}
          />
        </FormDialog>
      )}
      {received && !isRead && <ComplaintSent received={received} onClose={() => setRead(true)} />}
    </>
  )
}
