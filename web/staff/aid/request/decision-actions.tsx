/** The decisions that are possible now. A phone shows two of them, and the others behind "More". */
import { useState, type Ref } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { review as words } from '#words/aid/review.ts'
import type { DecisionKind } from './decision.ts'

interface DecisionActionsProps {
  ref: Ref<HTMLDivElement>
  details: Pick<ApplicationDetailsJson, 'award_open'>
  offered: readonly DecisionKind[]
  /** While another member of staff has taken the request. */
  hidden: boolean
  onChoose: (kind: DecisionKind) => void
}

const ON_PHONES = 2

export function DecisionActions({ ref, details, offered, hidden, onChoose }: DecisionActionsProps) {
  const [hasMore, setMore] = useState(false)
  const restFrom = (place: number) => (place < ON_PHONES ? '' : 'decision-rest')
  return (
    <div ref={ref} hidden={hidden} tabIndex={-1} data-more={hasMore} className="decision-actions outline-none">
      {offered.map((kind, place) => (
        <Button key={kind} look={LOOKS[kind]} className={restFrom(place)} onClick={() => onChoose(kind)}>
          {NAMES[kind]} {KEYS[kind] !== undefined && <kbd aria-hidden="true">{KEYS[kind]}</kbd>}
        </Button>
      ))}
      {details.award_open && <p>{words.awardOpen}</p>}
      {offered.length > ON_PHONES && (
        <Button look="outline" className="md:hidden" aria-expanded={hasMore} onClick={() => setMore((shown) => !shown)}>
          {words.more}
        </Button>
      )}
    </div>
  )
}

const NAMES: Readonly<Record<DecisionKind, string>> = {
  approved: words.approve,
  rejected: words.reject,
  papers: words.askPapers,
  pending: words.toPending,
}
const LOOKS = { approved: 'primary', rejected: 'outline', papers: 'outline', pending: 'quiet' } as const
const KEYS: Partial<Record<DecisionKind, string>> = { approved: 'a', rejected: 'r', papers: 'p' }
