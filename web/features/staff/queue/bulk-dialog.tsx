/** One change of the selected rows: chosen, then tried dry, then made. */
import { useEffect, useRef, useState } from 'react'
import type { ReviewedApplicationJson } from '../../../../contract/admin.ts'
import { errors, isErrorCode, type ErrorCode } from '../../../../contract/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { bulk as words } from '#words/admin-queue.ts'
import { useAdministration } from '../administration.ts'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { AssignForm, SnoozeForm } from './row-actions.tsx'
import { doneOf, sendChange, type BulkChange, type BulkDone, type BulkOutcome } from './bulk-changes.ts'
import { SamePapers } from './same-papers.tsx'

interface BulkDialogProps {
  kind: BulkChange['kind']
  rows: readonly ReviewedApplicationJson[]
  onDone: (done: BulkDone) => void
  onClose: () => void
}

export function BulkDialog({ kind, rows, onDone, onClose }: BulkDialogProps) {
  const { bearer } = useAdministration()
  const onProblem = useFailureToast(words.failed)
  // The rows as they were when the dialog was opened: one that a colleague changes meanwhile is refused.
  const [seen] = useState(rows)
  const [tried, setTried] = useState<{ readonly change: BulkChange; readonly outcome: BulkOutcome }>()
  const [busy, setBusy] = useState(false)
  const run = async (change: BulkChange, isDry: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      const outcome = await sendChange(seen, change, { bearer, isDry })
      if (isDry) setTried({ change, outcome })
      else onDone(doneOf(seen, change, outcome))
    } catch (problem) {
      onProblem(problem)
    } finally {
      setBusy(false)
    }
  }
  const attempt = async (change: BulkChange) => run(change, true)
  return (
    <Dialog title={words.kinds[kind].title(seen.length)} onClose={onClose}>
      {tried ? (
        <DryRun
          outcome={tried.outcome}
          busy={busy}
          onSend={() => void run(tried.change, false)}
          onBack={() => setTried(undefined)}
        />
      ) : (
        <div className="row-actions">
          {kind === 'assign' && <AssignForm owner={null} isFirst onAssign={(to) => attempt({ kind, to })} />}
          {kind === 'snooze' && <SnoozeForm isSnoozed isFirst onSnooze={(until) => attempt({ kind, until })} />}
          {kind === 'papers' && <SamePapers rows={seen} onSend={attempt} />}
        </div>
      )}
    </Dialog>
  )
}

interface DryRunProps {
  outcome: BulkOutcome
  busy: boolean
  onSend: () => void
  onBack: () => void
}

function DryRun({ outcome: { changed, refused, rows }, busy, onSend, onBack }: DryRunProps) {
  const said = useRef<HTMLOutputElement>(null)
  // What has the focus is gone with the form. It is read before the next key confirms it.
  useEffect(() => said.current?.focus(), [])
  const reasons = new Map<ErrorCode, number>()
  for (const { refusal } of rows) if (isErrorCode(refusal)) reasons.set(refusal, (reasons.get(refusal) ?? 0) + 1)
  return (
    <>
      <output ref={said} tabIndex={-1} className="bulk-outcome">
        <strong>{words.outcome(changed, refused)}</strong>
        <ul>
          {[...reasons].map(([code, count]) => (
            <li key={code}>{words.reason(count, errors[code].sentence)}</li>
          ))}
        </ul>
      </output>
      <div className="mt-5 flex flex-wrap gap-3">
        {changed > 0 && (
          <Button busy={busy} onClick={onSend}>
            {busy ? words.sending : words.send(changed)}
          </Button>
        )}
        <Button look="outline" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </>
  )
}
