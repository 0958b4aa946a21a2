/** What is left of closed funds: moving it to an open one, a move that waits for a second person, and the moves so far. */
import { useState } from 'react'
import { FUND_REASON_CHARACTERS_MAX } from '../../../../contract/money/funds.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { adminFunds } from '#words/money/admin-funds.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ListSkeleton } from '../../desk/lists/list-skeleton.tsx'
import { May } from '../../desk/may.tsx'
import { Decision } from '../../desk/parts/decision.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { ProposeDialog } from '../../desk/parts/propose.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { useEndpoint } from '../../desk/queries.ts'
import type { FundView } from './fund-dialog.tsx'

const words = adminFunds.left

type View = CallReply<'GET /api/admin/fund-moves'>
type Closed = View['closed'][number]

export function FundMoves({ funds }: { funds: readonly FundView[] }) {
  const [moving, setMoving] = useState<Closed>()
  const loaded = useEndpoint('GET /api/admin/fund-moves', {}, { onProblem: useFailureToast(words.failed) })
  const titleOf = (key: string) => funds.find((fund) => fund.key === key)?.title ?? key
  return (
    <LoadedPart loaded={loaded} failed={words.failed} skeleton={<ListSkeleton />}>
      {({ closed, proposal, moves }) =>
        closed.length > 0 && (
          <Card title={words.title}>
            <p className="mt-1 text-soft">{words.lead}</p>
            {proposal && (
              <div className="mt-4">
                <Decision decision={proposal} name={titleOf(proposal.move.source)} onChanged={loaded.reload}>
                  <p className="mt-2">
                    {words.waits(
                      titleOf(proposal.move.source),
                      titleOf(proposal.move.target),
                      formatNaira(proposal.move.amount),
                    )}
                  </p>
                </Decision>
              </div>
            )}
            <ul className="rows mt-4">
              {closed.map((each) => (
                <LeftOf key={each.fund} closed={each} titleOf={titleOf} onMove={proposal ? undefined : setMoving} />
              ))}
            </ul>
            <Moves moves={moves} titleOf={titleOf} />
            {moving && (
              <MoveDialog
                closed={moving}
                funds={funds}
                onProposed={() => {
                  setMoving(undefined)
                  loaded.reload()
                }}
                onClose={() => setMoving(undefined)}
              />
            )}
          </Card>
        )
      }
    </LoadedPart>
  )
}

type TitleOf = (key: string) => string

interface LeftOfProps {
  closed: Closed
  titleOf: TitleOf
  /** None while another move waits. */
  onMove: ((closed: Closed) => void) | undefined
}

function LeftOf({ closed, titleOf, onMove }: LeftOfProps) {
  const { fund, left, blocked, follows } = closed
  return (
    <li>
      <p className="font-semibold wrap-anywhere">{titleOf(fund)}</p>
      <p>{words.amount(formatNaira(left))}</p>
      {follows !== null && <p className="text-soft">{words.follows(titleOf(follows))}</p>}
      {blocked !== null && <p className="text-soft">{blocked}</p>}
      {onMove && blocked === null && (
        <May duty="handle_money">
          <p className="mt-3">
            <SmallButton aria-label={words.moveNamed(titleOf(fund))} onClick={() => onMove(closed)}>
              {words.move}
            </SmallButton>
          </p>
        </May>
      )}
    </li>
  )
}

interface MoveDialogProps {
  closed: Closed
  funds: readonly FundView[]
  onProposed: () => void
  onClose: () => void
}

function MoveDialog({ closed: { fund: source, left, follows }, funds, onProposed, onClose }: MoveDialogProps) {
  const { bearer } = useAdministration()
  const targets = funds.filter(({ key, open }) => open && (follows === null || key === follows))
  const [target, setTarget] = useState(targets[0]?.key ?? '')
  const title = funds.find(({ key }) => key === source)?.title ?? source
  return (
    <ProposeDialog
      title={words.moveNamed(title)}
      lead={words.moveLead(formatNaira(left))}
      hint={adminFunds.hints.reason}
      charactersMax={FUND_REASON_CHARACTERS_MAX}
      send={(reason) => call('POST /api/admin/fund-moves', { body: { source, target, amount: left, reason }, bearer })}
      onProposed={onProposed}
      onClose={onClose}
    >
      <SelectField
        label={words.target}
        value={target}
        onChange={(event) => setTarget(event.target.value)}
        options={targets.map((fund) => [fund.key, fund.title])}
      />
    </ProposeDialog>
  )
}

function Moves({ moves, titleOf }: Pick<View, 'moves'> & { titleOf: TitleOf }) {
  if (moves.length === 0) return null
  return (
    <details>
      <summary>{words.moves}</summary>
      <ul className="rows">
        {moves.map(({ id, source, target, amount, moved_at: at, reason, ...decided }) => (
          <li key={id}>
            <p className="font-semibold wrap-anywhere">
              {words.moved(titleOf(source), titleOf(target), formatNaira(amount), formatDay(at))}
            </p>
            {decided.taken_back && <p>{words.takenBack}</p>}
            {decided.proposed_by && decided.confirmed_by && (
              <p>{words.by(nameOfPerson(decided.proposed_by), nameOfPerson(decided.confirmed_by))}</p>
            )}
            {reason !== null && <blockquote className="request-text">{reason}</blockquote>}
          </li>
        ))}
      </ul>
    </details>
  )
}
