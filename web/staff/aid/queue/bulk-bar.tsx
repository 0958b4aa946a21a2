/** Actions on the selected rows, and undo for a minute. */
import { useEffect, useState } from 'react'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import { UNDO_SECONDS } from '../../../../contract/aid/queue-fields.ts'
import { download } from '../../../api/download.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { loadPart } from '../../../lib/load-part.ts'
import { showToast } from '../../../lib/toast-store.ts'
import { bulk as words } from '#words/aid/admin-queue.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { takeBackAll, type BulkDone, type BulkKind } from './bulk-changes.ts'
import type { BulkDialog } from './bulk-dialog.tsx'
import type { Selection } from '../../desk/lists/selection.ts'
import { May } from '../../desk/may.tsx'

interface BulkBarProps {
  selection: Selection<ReviewedApplicationJson>
  onChanged: () => void
}

const KINDS = ['assign', 'close_duplicate', 'close_unanswered'] as const

export function BulkBar({ selection, onChanged }: BulkBarProps) {
  const [open, setOpen] = useState<Opened>()
  const [done, setDone] = useState<BulkDone>()
  const decides = useAdministration().may('decide_requests')
  const onNotLoaded = useFailureToast(words.notLoaded)
  const show = (loading: Promise<Opened>) => void loading.then(setOpen, onNotLoaded)
  const start = (kind: BulkKind) => decides && selection.count > 0 && show(loadDialog(kind))
  useShortcuts({ i: () => start('assign') })
  const close = () => setOpen(undefined)
  const finish = (news: BulkDone) => {
    close()
    setDone(news)
    selection.clear()
    onChanged()
  }
  return (
    <>
      {done && (
        <UndoAll key={done.rows[0]?.version} done={done} onEnd={() => setDone(undefined)} onUndone={onChanged} />
      )}
      {selection.count > 0 && <Bar selection={selection} onStart={start} />}
      {open && <open.BulkDialog kind={open.kind} rows={selection.rows} onDone={finish} onClose={close} />}
    </>
  )
}

interface Opened {
  readonly kind: BulkKind
  readonly BulkDialog: typeof BulkDialog
}

async function loadDialog(kind: BulkKind): Promise<Opened> {
  const part = await loadPart(() => import('./bulk-dialog.tsx'))
  return { kind, BulkDialog: part.BulkDialog }
}

interface BarProps {
  selection: Selection<ReviewedApplicationJson>
  onStart: (kind: BulkKind) => void
}

function Bar({ selection, onStart }: BarProps) {
  const { bearer } = useAdministration()
  const onCsvProblem = useFailureToast(toasts.csvFailed)
  const button = (kind: BulkKind) => (
    <SmallButton key={kind} onClick={() => onStart(kind)}>
      {words.kinds[kind].button} {kind === 'assign' && <kbd aria-hidden="true">i</kbd>}
    </SmallButton>
  )
  const loadCsv = () => {
    const ids = selection.rows.map(({ id }) => id).join(',')
    return download('GET /api/admin/applications.csv', { ids }, bearer)
  }
  return (
    <section aria-label={words.label} className="bulk-bar line">
      <output>{words.selected(selection.count)}</output>
      <SmallButton look="quiet" className="bulk-clear" onClick={selection.clear}>
        {words.clear}
      </SmallButton>
      <May duty="decide_requests">{KINDS.map(button)}</May>
      <DownloadButton name="chosen-applications" load={loadCsv} onProblem={onCsvProblem} className="button-small" />
    </section>
  )
}

interface UndoAllProps {
  done: BulkDone
  onEnd: () => void
  onUndone: () => void
}

function UndoAll({ done, onEnd, onUndone }: UndoAllProps) {
  const { bearer } = useAdministration()
  const onProblem = useFailureToast(words.notUndone)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const timer = setTimeout(onEnd, UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [onEnd])
  const undo = async () => {
    if (busy) return
    setBusy(true)
    try {
      const left = await takeBackAll(done, bearer)
      showToast({ kind: 'plain', title: left === 0 ? words.undone : words.partlyUndone(left) })
      onEnd()
    } catch (problem) {
      onProblem(problem)
      setBusy(false)
    }
    onUndone()
  }
  useShortcuts({ u: () => void undo() })
  return (
    <p className="notice mt-2 justify-between py-1">
      {words.kinds[done.change.kind].done(done.rows.length)}
      <SmallButton look="quiet" busy={busy} onClick={() => void undo()}>
        {words.undo} <kbd aria-hidden="true">u</kbd>
      </SmallButton>
    </p>
  )
}
