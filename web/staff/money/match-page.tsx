/** The match with the payment provider: its last result, and what is on one side only. */
import { call, type CallReply } from '../../api/client.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { Card } from '../../ui/card.tsx'
import { matching as words } from '#words/money/matching.ts'
import { ActButton } from '../desk/parts/act-button.tsx'
import { EndpointPart } from '../desk/parts/endpoint-part.tsx'
import { Difference } from './difference.tsx'
import { May } from '../desk/may.tsx'

type Match = CallReply<'GET /api/admin/books/match'>

/** While a match is waiting or running. */
const LOAD_AGAIN = 3000
const isUnderWay = ({ state }: Match) => state === 'requested' || state === 'running'

export function MatchPage() {
  return (
    <EndpointPart
      from="GET /api/admin/books/match"
      input={{}}
      failed={words.notLoaded}
      repeatAfter={(match) => (isUnderWay(match) ? LOAD_AGAIN : undefined)}
    >
      {(match, reload) => <Shown match={match} onChanged={reload} />}
    </EndpointPart>
  )
}

function Shown({ match, onChanged }: { match: Match; onChanged: () => void }) {
  const { complete, differences, state } = match
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{words.hint}</p>
      {complete === null ? (
        <p className="mt-3">{words.never}</p>
      ) : (
        <div className="mt-3">
          <p className="font-semibold">{words.last(formatDayAndTime(complete.finished_at))}</p>
          <p>{words.counts(complete.payments, complete.settlements)}</p>
          <p>{words.held(complete.held, complete.provider_balance)}</p>
        </div>
      )}
      {state === 'failed' && <p className="mt-3">{words.lastFailed}</p>}
      <RunButton isRunning={isUnderWay(match)} onChanged={onChanged} />
      {complete !== null && <p className="mt-4">{differences.length === 0 ? words.even : words.open}</p>}
      <ul className="rows problems">
        {differences.map((difference) => (
          <Difference
            key={difference.id}
            difference={difference}
            isOpen={differences.length === 1}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </Card>
  )
}

function RunButton({ isRunning, onChanged }: { isRunning: boolean; onChanged: () => void }) {
  return (
    <div className="mt-4">
      <May duty="handle_money">
        <ActButton
          text={words.run}
          busyText={words.running}
          busy={isRunning}
          act={(bearer) => call('POST /api/admin/books/matches', { bearer })}
          says={{ done: words.started, failed: words.notStarted }}
          onEnd={onChanged}
        />
      </May>
    </div>
  )
}
