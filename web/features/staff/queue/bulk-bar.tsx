/** What can be done with the selected rows, and for a minute the way to take it back. */
import { useEffect, useState } from 'react'
import { UNDO_SECONDS } from '../../../../contract/queue-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../lib/toast-store.ts'
import { bulk as words } from '#words/admin-queue.ts'
import { useAdministration } from '../administration.ts'
import { useShortcuts } from '../keys/shortcuts.ts'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { takeBackAll, type BulkChange, type BulkDone } from './bulk-changes.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { Selection } from './selection.ts'
import { May } from '../may.tsx'

interface BulkBarProps {
  selection: Selection
  onChanged: () => void
}

const KINDS = ['assign', 'snooze', 'papers'] as const
const KEYS: Partial<Record<BulkChange['kind'], string>> = { assign: 'i', snooze: 'z' }

export function BulkBar({ selection, onChanged }: BulkBarProps) {
  const [kind, setKind] = useState<BulkChange['kind']>()
  const [done, setDone] = useState<BulkDone>()
  const decides = useAdministration().may('decide_requests')
  const open = (which: BulkChange['kind']) => () => decides && selection.count > 0 && setKind(which)
  useShortcuts({ i: open('assign'), z: open('snooze') })
  const finish = (news: BulkDone) => {
    setKind(undefined)
    setDone(news)
    selection.clear()
    onChanged()
  }
  return (
    <>
      {done && (
        <UndoAll key={done.rows[0]?.version} done={done} onEnd={() => setDone(undefined)} onUndone={onChanged} />
      )}
      {selection.count > 0 && (
        <section aria-label={words.label} className="bulk-bar">
          <output>{words.selected(selection.count)}</output>
          <May duty="decide_requests">
            {KINDS.map((each) => (
              <Button key={each} look="outline" className="button-small" onClick={open(each)}>
                {words.kinds[each].button} {KEYS[each] !== undefined && <kbd aria-hidden="true">{KEYS[each]}</kbd>}
              </Button>
            ))}
          </May>
          <Button look="quiet" className="button-small" onClick={selection.clear}>
            {words.clear}
          </Button>
        </section>
      )}
      {kind && <BulkDialog kind={kind} rows={selection.rows} onDone={finish} onClose={() => setKind(undefined)} />}
    </>
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
    <p className="undo-line bulk-undo">
      {words.kinds[done.change.kind].done(done.rows.length)}
      <Button look="quiet" className="button-small" busy={busy} onClick={() => void undo()}>
        {words.undo} <kbd aria-hidden="true">u</kbd>
      </Button>
    </p>
  )
}
