/** The way back to the list, and its rows before and after this request: in the bar where it has room, else above the request. */
import { use } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from '../../../lib/router.tsx'
import { isRecord } from '../../../api/is-record.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { review as words } from '#words/aid/review.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { BarSlotContext } from '../../desk/parts/bar-slot.ts'
import { placeAddress } from '../../desk/places.ts'
import { useMedia } from '../../../lib/use-media.ts'
import type { Neighbours } from './neighbours.ts'
import { WITH_BAR } from './widths.ts'

export function NeighbourBar({ neighbours }: { neighbours: Neighbours }) {
  // A list keeps its address, with its filters, for the way back.
  const { state }: { state: unknown } = useLocation()
  const list = isRecord(state) && typeof state.from === 'string' ? state.from : placeAddress('applications')
  const { place, total, previous, next, open } = neighbours
  const go = (row: Neighbours['next']) => () => row && open(row)
  useShortcuts({ j: go(next), k: go(previous) })
  const slot = use(BarSlotContext)
  const hasRoom = useMedia(WITH_BAR)
  const bar = (
    <div className="neighbours apart gap-x-4">
      <Link to={list} className="link-target">
        {words.back}
      </Link>
      {place !== undefined && (
        <nav aria-label={words.neighbours} className="neighbours-nav line gap-1">
          <Step row={previous} text={words.previous} shortcut="k" onGo={go(previous)} />
          <span className="text-sm whitespace-nowrap tabular-nums">{words.placeOf(place, total)}</span>
          <Step row={next} text={words.next} shortcut="j" onGo={go(next)} />
        </nav>
      )}
    </div>
  )
  return hasRoom && slot ? createPortal(bar, slot) : bar
}

interface StepProps {
  row: Neighbours['next']
  text: string
  shortcut: string
  onGo: () => void
}

/** At the end of the list it does nothing, and keeps its place and the focus. */
function Step({ row, text, shortcut, onGo }: StepProps) {
  return (
    <SmallButton look="quiet" aria-disabled={row === undefined} onClick={onGo}>
      {text}
      {row && <span className="sr-only">{words.whose(row.applicant.full_name)}</span>}{' '}
      <kbd aria-hidden="true">{shortcut}</kbd>
    </SmallButton>
  )
}
