/** Withdrawing a request that is not decided. It is asked twice: what was written and sent for it is deleted. */
import { useEffect, useRef, useState } from 'react'
import { useAct } from '../../lib/use-act.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from './form-dialog.tsx'
import { withdrawal as words } from '#words/aid/withdrawal.ts'
import type { Application } from './load-applications.ts'

interface WithdrawPartProps {
  application: Pick<Application, 'id' | 'status' | 'case_number'>
  bearer: Bearer
  onWithdrawn: () => void
}

export function WithdrawPart({ application, bearer, onWithdrawn }: WithdrawPartProps) {
  const [isOpen, setOpen] = useState(false)
  const { busy, fault, run } = useAct()
  const withdraw = async () => {
    await call('POST /api/applications/:id/withdrawal', { bearer, params: { id: application.id } })
    onWithdrawn()
  }
  if (application.status === 'approved' || application.status === 'rejected') return null
  return (
    <>
      <button type="button" className="link-target mt-5" onClick={() => setOpen(true)}>
        {words.open}
      </button>
      {isOpen && (
        <FormDialog
          title={words.title(application.case_number)}
          lead={words.lead}
          back={words.back}
          onClose={() => setOpen(false)}
        >
          <p className="mt-3">{words.kept}</p>
          <p role="alert" className="field-error">
            {fault}
          </p>
          <Button look="danger" busy={busy} className="mt-6 w-full" onClick={() => void run(words.failed, withdraw)}>
            {busy ? words.withdrawing : words.withdraw}
          </Button>
        </FormDialog>
      )}
    </>
  )
}

/** Takes the place of the request, and the focus. */
export function Withdrawn({ caseNumber }: { caseNumber: string }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div ref={note} tabIndex={-1} className="outline-none">
      <Banner tone="note" title={words.doneTitle(caseNumber)}>
        <p>{words.done}</p>
      </Banner>
    </div>
  )
}
