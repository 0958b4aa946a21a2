/** Takes back the last decision for 60 seconds: of this request, or of the one before it in the queue. Its letters wait as long. */
import { useState } from 'react'
import { useLocation, useNavigateLater } from '../../../lib/router.tsx'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { isRecord } from '../../../api/is-record.ts'
import { call } from '../../../api/client.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { applicationNames } from '#words/aid/application-names.ts'
import { composer as words } from '#words/aid/review-composer.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { requestAddress } from '../../desk/places.ts'

export interface Undoable {
  readonly id: string
  readonly version: number
  readonly caseNumber: string
  /** The act, in words. */
  readonly outcome: string
}

export function UndoLine({ details, onUndone }: { details: ApplicationDetailsJson; onUndone: () => void }) {
  const { bearer } = useAdministration()
  const { state }: { state: unknown } = useLocation()
  const navigate = useNavigateLater()
  const outcome = useOutcome()
  const [busy, setBusy] = useState(false)
  const done = ownOf(details) ?? doneIn(state)
  const undo = async () => {
    if (!done || busy) return
    setBusy(true)
    const { id, version, caseNumber } = done
    const undoing = call('POST /api/admin/applications/:id/undo', {
      params: { id },
      body: { expected_version: version },
      bearer,
    })
    const isUndone = await outcome(undoing, { done: words.undone, failed: words.notUndone })
    setBusy(false)
    if (!isUndone) return
    if (id === details.id) onUndone()
    else await navigate(requestAddress(caseNumber), { state: { ...(isRecord(state) && state), id, done: undefined } })
  }
  useShortcuts({ u: () => void undo() })
  if (!done) return null
  return (
    <p className="notice mt-2 justify-between">
      {words.decided(done.caseNumber, done.outcome)}
      <SmallButton look="quiet" busy={busy} onClick={() => void undo()}>
        {words.undo} <kbd aria-hidden="true">u</kbd>
      </SmallButton>
    </p>
  )
}

function ownOf(details: ApplicationDetailsJson): Undoable | undefined {
  const { id, version, case_number: caseNumber, status, undo_until: until } = details
  return until === null ? undefined : { id, version, caseNumber, outcome: applicationNames.statuses[status] }
}

/** Reads what the page before left in the history entry. */
function doneIn(state: unknown): Undoable | undefined {
  const done: unknown = isRecord(state) ? state.done : undefined
  if (!isRecord(done)) return undefined
  const { id, version, caseNumber, outcome } = done
  if (typeof id !== 'string' || typeof version !== 'number') return undefined
  return typeof caseNumber === 'string' && typeof outcome === 'string'
    ? { id, version, caseNumber, outcome }
    : undefined
}
