/** The decisions about a request. Each is composed in place, beside the papers. */
import { useState, type Ref } from 'react'
import { useLocation, useNavigateLater } from '../../../lib/router.tsx'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { isRecord } from '../../../api/is-record.ts'
import { showToast } from '../../../lib/toast-store.ts'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { Card } from '../../../ui/card.tsx'
import { Button } from '../../../ui/button.tsx'
import { review as words } from '#words/aid/review.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import type { Work } from '../../desk/live/lease.ts'
import { TakeOver } from '../../desk/live/take-over.tsx'
import { HOME } from '../../desk/places.ts'
import { useEndpoint } from '../../desk/queries.ts'
import type { Template } from '../templates/template.ts'
import { ComposerOnDemand, useComposerAhead } from './composer-on-demand.tsx'
import { doneToast, sendDecision, TEMPLATES_OF, type After, type DecisionKind, type Message } from './decision.ts'
import type { Neighbours } from './neighbours.ts'
import { takeNext } from './prepared.ts'
import { UndoLine, type Undoable } from './undo-line.tsx'

interface DecisionCardProps {
  details: ApplicationDetailsJson
  /** Version of the request that a decision is about. */
  version: number
  neighbours: Neighbours
  /** The person who has taken the request, perhaps the reader. */
  holder: ApplicationDetailsJson['held_by']
  /** Called when the reader starts or stops composing. */
  onWork: (work: Work) => void
  onChanged: () => void
  onProblem: (problem: unknown) => void
}

export function DecisionCard(props: DecisionCardProps) {
  const { may } = useAdministration()
  const { own } = props.details
  return (
    <Card title={words.decide} raised>
      {own || !may('decide_requests') ? (
        <p className="mt-2">{own ? words.own : words.readsRequests}</p>
      ) : (
        <Deciding {...props} />
      )}
    </Card>
  )
}

function Deciding(props: DecisionCardProps) {
  const { details, onWork, onChanged } = props
  const { user } = useAdministration()
  const templates = useTemplates(details.application_type)
  const { place, focusBack } = useFocusBack()
  const [composed, setDecisionKind] = useState<DecisionKind>()
  const compose = (kind: DecisionKind | undefined) => {
    setDecisionKind(kind)
    onWork(kind === undefined ? 'reading' : 'writing')
  }
  const other = props.holder?.user_id === user.id ? null : props.holder
  useComposerAhead()
  const { busy, decide } = useDeciding(props, () => focusBack(() => compose(undefined)))
  const offered = offeredFor(details)
  const choose = (kind: DecisionKind) => () => {
    if (offered.includes(kind) && composed === undefined && other === null) compose(kind)
  }
  useShortcuts({ a: choose('approved'), r: choose('rejected'), p: choose('papers') })
  return (
    <>
      <UndoLine details={details} onUndone={onChanged} />
      {other && <TakeOver details={details} holder={other} onTaken={onChanged} />}
      {composed && (
        <ComposerOnDemand
          key={composed}
          details={details}
          kind={composed}
          templates={TEMPLATES_OF[composed] === undefined ? [] : templates}
          busy={busy}
          isHeldByOther={other !== null}
          onSend={(message, after) => decide(composed, message, after)}
          onClose={() => focusBack(() => compose(undefined))}
        />
      )}
      {!composed && (
        <DecisionActions
          ref={place}
          details={details}
          offered={offered}
          hidden={other !== null}
          onChoose={(kind) => choose(kind)()}
        />
      )}
      {!composed && (
        <p className="mt-3 hidden text-sm text-soft min-[80rem]:block">
          {details.reach.channels.includes('mail') ? words.expecting : words.expectingCall}
        </p>
      )}
    </>
  )
}

function offeredFor({
  status,
  waiting_since: waiting,
  award_open: isAwarded,
}: ApplicationDetailsJson): readonly DecisionKind[] {
  if (isAwarded) return []
  const undecided = status === 'pending' || status === 'under_review'
  const kinds: DecisionKind[] = []
  if (status !== 'approved') kinds.push('approved')
  if (status !== 'rejected') kinds.push('rejected')
  if (undecided && waiting === null) kinds.push('papers')
  if (status !== 'pending') kinds.push('pending')
  return kinds
}

/** @param onStay closes the composer, and gives the focus back to what the new status offers */
function useDeciding(props: DecisionCardProps, onStay: () => void) {
  const { details, neighbours, onWork, onChanged, onProblem } = props
  const { bearer } = useAdministration()
  const { state }: { state: unknown } = useLocation()
  const navigate = useNavigateLater()
  const [busy, setBusy] = useState<After>()
  const from = isRecord(state) && typeof state.from === 'string' ? state.from : HOME
  const goOn = async (done: Undoable) => {
    if (neighbours.nextToDecide) return neighbours.open(neighbours.nextToDecide, { done })
    const taken = await takeNext(details.id, neighbours.passed, bearer)
    return taken ? neighbours.open(taken, { done }) : navigate(from)
  }
  /** @returns whether the decision was saved: the text is no longer needed */
  const decide = async (kind: DecisionKind, message: Message, after: After) => {
    setBusy(after)
    onWork('deciding')
    try {
      const decided = { id: details.id, version: props.version }
      const { id, version, case_number: caseNumber } = await sendDecision(decided, kind, message, bearer)
      onWork('reading')
      const outcome = doneToast(kind, message)
      // The decision is saved, whether or not there is a next request.
      if (after === 'next') await goOn({ id, version, caseNumber, outcome }).catch(onChanged)
      afterPaint(() => showToast({ kind: 'plain', title: outcome }))
      if (after === 'stay') {
        onChanged()
        onStay()
      }
      return true
    } catch (problem) {
      onWork('writing')
      onProblem(problem)
      return false
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, decide }
}

/** Runs something once what is drawn now has been painted, so that it does not delay it. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}

/**
 * Loads the templates of a kind of aid. They are there before the form is drawn: what moves under a finger is pressed by mistake.
 * @returns undefined while they load; none when they could not be loaded, as one can write without them
 */
function useTemplates(type: ApplicationDetailsJson['application_type']): readonly Template[] | undefined {
  const { view } = useEndpoint('GET /api/admin/reason-templates', { query: { type } })
  if (view.is === 'loading') return undefined
  return view.is === 'there' ? view.value.items : []
}

interface DecisionActionsProps {
  ref: Ref<HTMLDivElement>
  details: Pick<ApplicationDetailsJson, 'award_open'>
  offered: readonly DecisionKind[]
  /** While another member of staff has taken the request. */
  hidden: boolean
  onChoose: (kind: DecisionKind) => void
}

const ON_PHONES = 2

/** The decisions that are possible now. A phone shows two of them, and the others behind "More". */
function DecisionActions({ ref, details, offered, hidden, onChoose }: DecisionActionsProps) {
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
