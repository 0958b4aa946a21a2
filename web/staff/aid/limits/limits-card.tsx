/** The limits of paying out: as they are, a change that waits for a second person, and the changes so far. */
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { CallReply } from '../../../api/client.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { Card } from '../../../ui/card.tsx'
import { limits as words } from '#words/aid/admin-limits.ts'
import { decisions } from '#words/office/decisions.ts'
import { May } from '../../desk/may.tsx'
import { Decision } from '../../desk/parts/decision.tsx'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { Opener } from '../../desk/parts/opener.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { LimitsDialog, LIMIT_NAMES, type Limits } from './limits-dialog.tsx'

type View = CallReply<'GET /api/admin/limits'>

export function LimitsCard() {
  return (
    <Card title={words.title}>
      <p className="mt-1 text-soft">{words.lead}</p>
      <EndpointPart from="GET /api/admin/limits" input={{}} failed={words.failed}>
        {(view, reload) => (
          <>
            <InForce view={view} />
            {view.proposal ? (
              <Proposed view={view} proposal={view.proposal} onChanged={reload} />
            ) : (
              <May duty="handle_money">
                <Opener text={words.propose} className="mt-4">
                  {(close) => <LimitsDialog limits={view.limits} onDone={reload} onClose={close} />}
                </Opener>
              </May>
            )}
            <Changes view={view} />
          </>
        )}
      </EndpointPart>
    </Card>
  )
}

const show = (limits: Limits, name: keyof Limits) =>
  name === 'changed_account_hours' ? words.hours(limits[name]) : formatNaira(limits[name])

function InForce({ view: { limits, changes } }: { view: View }) {
  const [last] = changes
  return (
    <div className="mt-4">
      <Facts>
        {LIMIT_NAMES.map((name) => (
          <Fact key={name} name={words.names[name]} value={show(limits, name)} />
        ))}
      </Facts>
      <p className="mt-2 text-sm text-soft">{last ? words.since(formatDay(last.since)) : words.first}</p>
    </div>
  )
}

interface ProposedProps {
  view: View
  proposal: NonNullable<View['proposal']>
  onChanged: () => void
}

function Proposed({ view, proposal, onChanged }: ProposedProps) {
  return (
    <Decision decision={proposal} name={words.title} onChanged={onChanged} className="mt-4">
      <Facts>
        {LIMIT_NAMES.filter((name) => proposal.limits[name] !== view.limits[name]).map((name) => (
          <Fact
            key={name}
            name={words.names[name]}
            value={decisions.fromTo(show(view.limits, name), show(proposal.limits, name))}
          />
        ))}
      </Facts>
    </Decision>
  )
}

function Changes({ view: { changes } }: { view: View }) {
  if (changes.length === 0) return null
  return (
    <details className="mt-4">
      <summary>{words.changes}</summary>
      <ul className="rows">
        {changes.map((change) => (
          <li key={change.id}>
            <p className="font-semibold wrap-anywhere">
              {words.changed(
                formatDay(change.since),
                nameOfPerson(change.proposed_by),
                nameOfPerson(change.confirmed_by),
              )}
            </p>
            <Facts>
              {LIMIT_NAMES.map((name) => (
                <Fact key={name} name={words.names[name]} value={show(change.limits, name)} />
              ))}
            </Facts>
            <blockquote className="request-text">{change.reason}</blockquote>
          </li>
        ))}
      </ul>
    </details>
  )
}
