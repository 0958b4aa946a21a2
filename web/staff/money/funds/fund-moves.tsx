/** The rest of closed funds: moving it to an open one, a move that waits for a second person, and the moves so far. */
import { useState } from 'react'
import { FUND_REASON_CHARACTERS_MAX } from '../../../../contract/money/fund-limits.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { adminFunds } from '#words/money/admin-funds.ts'
import { May } from '../../desk/may.tsx'
import { Decision } from '../../desk/parts/decision.tsx'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { Opener, type DialogEnd } from '../../desk/parts/opener.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { ProposeDialog } from '../../desk/parts/propose.tsx'
import type { FundView } from './fund-dialog.tsx'

const words = adminFunds.left

type View = CallReply<'GET /api/admin/fund-moves'>
type Closed = View['closed'][number]

export function FundMoves({ funds }: { funds: readonly FundView[] }) {
  const titleOf = (key: string) => titleIn(funds, key)
  return (
    <EndpointPart from="GET /api/admin/fund-moves" input={{}} failed={words.failed}>
      {({ closed, proposal, moves }, reload) =>
        closed.length > 0 && (
          <Card title={words.title}>
            <p className="mt-1 text-soft">{words.lead}</p>
            {proposal && (
              <Decision decision={proposal} name={titleOf(proposal.move.source)} onChanged={reload} className="mt-4">
                <p className="mt-2">
                  {words.waits(
                    titleOf(proposal.move.source),
                    titleOf(proposal.move.target),
                    formatNaira(proposal.move.amount),
                  )}
                </p>
              </Decision>
            )}
            <ul className="rows mt-4">
              {closed.map((each) => (
                <LeftOf key={each.fund} closed={each} funds={funds} isWaiting={proposal !== null} onDone={reload} />
              ))}
            </ul>
            <Moves moves={moves} titleOf={titleOf} />
          </Card>
        )
      }
    </EndpointPart>
  )
}

const titleIn = (funds: readonly FundView[], key: string) => funds.find((fund) => fund.key === key)?.title ?? key

interface LeftOfProps {
  closed: Closed
  funds: readonly FundView[]
  /** Another move waits. */
  isWaiting: boolean
  onDone: () => void
}

function LeftOf({ isWaiting, ...move }: LeftOfProps) {
  const { closed, funds } = move
  const { fund, left, blocked, follows } = closed
  const title = titleIn(funds, fund)
  return (
    <li>
      <p className="font-semibold wrap-anywhere">{title}</p>
      <p>{words.amount(formatNaira(left))}</p>
      {follows !== null && <p className="text-soft">{words.follows(titleIn(funds, follows))}</p>}
      {blocked !== null && <p className="text-soft">{blocked}</p>}
      <May duty="handle_money">
        <div className="mt-3 empty:hidden">
          <Opener text={words.move} when={!isWaiting && blocked === null} aria-label={words.moveNamed(title)}>
            {(close) => <MoveDialog {...move} onClose={close} />}
          </Opener>
        </div>
      </May>
    </li>
  )
}

function MoveDialog({ closed, funds, ...end }: Pick<LeftOfProps, 'closed' | 'funds'> & DialogEnd) {
  const { fund: source, left, follows } = closed
  const targets = funds.filter(({ key, open }) => open && (follows === null || key === follows))
  const [target, setTarget] = useState(targets[0]?.key ?? '')
  return (
    <ProposeDialog
      title={words.moveNamed(titleIn(funds, source))}
      lead={words.moveLead(formatNaira(left))}
      hint={adminFunds.hints.reason}
      charactersMax={FUND_REASON_CHARACTERS_MAX}
      send={(reason, bearer) =>
        call('POST /api/admin/fund-moves', { body: { source, target, amount: left, reason }, bearer })
      }
      {...end}
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

function Moves({ moves, titleOf }: Pick<View, 'moves'> & { titleOf: (key: string) => string }) {
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
