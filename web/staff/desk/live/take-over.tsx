/** In place of the decisions while a colleague has the request. Taking over is in the timeline and the audit, and the colleague is told. */
import { useRef, useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { live as words } from '#words/aid/review-live.ts'
import { useAdministration } from '../administration.ts'
import { useOutcome } from '../parts/use-outcome.ts'

interface TakeOverProps {
  details: ApplicationDetailsJson
  holder: NonNullable<ApplicationDetailsJson['held_by']>
  onTaken: () => void
}

export function TakeOver({ details: { id }, holder, onTaken }: TakeOverProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [busy, setBusy] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  const takeOver = async () => {
    if (busy) return
    setBusy(true)
    const taking = call('POST /api/admin/applications/:id/lease', { params: { id }, body: { take_over: true }, bearer })
    // Busy until the decisions are there in its place.
    if (!(await outcome(taking, { done: words.takenOver, failed: words.notTakenOver }))) return setBusy(false)
    focusAround(part.current)
    onTaken()
  }
  return (
    <div ref={part} className="notice sticky top-0 z-1 my-2">
      <p>{words.held(holder.full_name || words.unnamed)}</p>
      <Button busy={busy} onClick={() => void takeOver()}>
        {busy ? words.taking : words.takeOver}
      </Button>
    </div>
  )
}

/** The button goes with its part: the focus stays beside the decisions. */
function focusAround(part: HTMLElement | null): void {
  const card = part?.closest('section')
  if (!card) return
  card.tabIndex = -1
  card.focus({ preventScroll: true })
}
