/** One change of the selected rows: chosen, then tried dry, then made. Loaded with the first change. */
import { useState } from 'react'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { bulkDialog as words } from '#words/aid/admin-bulk.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { AssignForm } from './row-actions.tsx'
import {
  doneOf,
  sendChange,
  type ChosenChange,
  type BulkDone,
  type BulkKind,
  type BulkOutcome,
} from './bulk-changes.ts'
import { ClosingLetters, closingWords, type Closing, type ClosingKind } from './closing-letters.tsx'
import { DryRun } from './dry-run.tsx'

type Rows = readonly ReviewedApplicationJson[]

interface BulkDialogProps {
  kind: BulkKind
  rows: Rows
  onDone: (done: BulkDone) => void
  onClose: () => void
}

/** Result of the dry run. */
interface Tried {
  readonly change: ChosenChange
  readonly outcome: BulkOutcome
}

export function BulkDialog({ kind, rows, onDone, onClose }: BulkDialogProps) {
  const { bearer } = useAdministration()
  const onProblem = useFailureToast(words.failed)
  // The rows as they were when the dialog was opened: one that a colleague changes meanwhile is refused.
  const [seen] = useState(rows)
  const [tried, setTried] = useState<Tried>()
  const [busy, setBusy] = useState(false)
  const run = async (change: ChosenChange, isDry: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      const outcome = await sendChange(seen, change, { bearer, isDry })
      if (isDry) return setTried({ change, outcome })
      onDone(doneOf(seen, change, outcome))
    } catch (problem) {
      onProblem(problem)
    } finally {
      setBusy(false)
    }
  }
  const send = (change: ChosenChange) => void run(change, false)
  const lead = kind === 'assign' ? {} : { lead: words.leads[kind] }
  return (
    <Dialog title={words.titles[kind](seen.length)} onClose={onClose} {...lead}>
      {tried ? (
        <DryRun
          rows={seen}
          outcome={tried.outcome}
          busy={busy}
          onSend={() => send(tried.change)}
          onBack={() => setTried(undefined)}
          back={words.back}
        />
      ) : (
        <div className="mt-4 grid gap-3">
          {kind === 'assign' ? (
            <AssignForm owner={null} isFirst onAssign={(to) => run({ kind, to }, true)} />
          ) : (
            <TriedAtOnce kind={kind} rows={seen} busy={busy} onSend={send} onClose={onClose} />
          )}
        </div>
      )}
    </Dialog>
  )
}

interface TriedAtOnceProps {
  kind: ClosingKind
  rows: Rows
  busy: boolean
  onSend: (change: ChosenChange) => void
  onClose: () => void
}

/** A change with nothing to choose. */
function TriedAtOnce({ kind, rows, busy, onSend, onClose }: TriedAtOnceProps) {
  const { bearer } = useAdministration()
  const loaded = useLoaded(
    async (signal): Promise<Tried & { readonly closing: Closing }> => {
      const closing = await closingWords(kind, { bearer, signal })
      const change = { kind, template_versions: closing.versions }
      return { change, outcome: await sendChange(rows, change, { bearer, isDry: true }), closing }
    },
    { onProblem: useFailureToast(words.notTried) },
  )
  return (
    <LoadedPart loaded={loaded} failed={words.notTried} skeleton={<Skeleton className="block h-24" />}>
      {({ change, outcome, closing }) => (
        <DryRun
          rows={rows}
          outcome={outcome}
          busy={busy}
          sendWords={words.close}
          sentences={{ not_closable: words.notClosable[kind] }}
          onSend={() => onSend(change)}
          onBack={onClose}
          back={words.cancel}
        >
          <ClosingLetters rows={rows} outcome={outcome} closing={closing} />
        </DryRun>
      )}
    </LoadedPart>
  )
}
