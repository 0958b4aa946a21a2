/** The limits of paying out: as they are, a change that waits for a second person, and the changes so far. */
import { formatNaira } from '../../../../contract/platform/money.ts'
import {
  CHANGED_ACCOUNT_HOURS_MAX,
  LIMIT_KOBO_MAX,
  LIMIT_REASON_CHARACTERS_MAX,
} from '../../../../contract/aid/limits-fields.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { Card } from '../../../ui/card.tsx'
import { limits as words } from '#words/aid/admin-limits.ts'
import { decisions } from '#words/office/decisions.ts'
import { May } from '../../desk/may.tsx'
import { Decision } from '../../desk/parts/decision.tsx'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { lineField, textField, unless } from '../../desk/parts/form-fields.tsx'
import { Opener, type DialogEnd } from '../../desk/parts/opener.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { nairaFromZero } from '../../desk/parts/typed-naira.ts'

type View = CallReply<'GET /api/admin/limits'>

export function LimitsCard() {
  return (
    <Card title={words.title}>
      <p className="mt-1 text-soft">{words.lead}</p>
      <EndpointPart from="GET /api/admin/limits" input={{}} failed={words.failed}>
        {(view, reload) => (
          <>
            <InForce view={view} />
            {view.proposal && <Proposed view={view} proposal={view.proposal} onChanged={reload} />}
            <May duty="handle_money">
              <Opener text={words.propose} when={!view.proposal} className="mt-4">
                {(close) => <LimitsDialog limits={view.limits} onDone={reload} onClose={close} />}
              </Opener>
            </May>
            <Changes view={view} />
          </>
        )}
      </EndpointPart>
    </Card>
  )
}

const show = (limits: Limits, name: keyof Limits) =>
  name === 'changed_account_hours' ? words.hours(limits[name]) : formatNaira(limits[name])

const LimitFacts = ({ limits }: { limits: Limits }) => (
  <Facts>
    {LIMIT_NAMES.map((name) => (
      <Fact key={name} name={words.names[name]} value={show(limits, name)} />
    ))}
  </Facts>
)

function InForce({ view: { limits, changes } }: { view: View }) {
  const [last] = changes
  return (
    <div className="mt-4">
      <LimitFacts limits={limits} />
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
            <LimitFacts limits={change.limits} />
            <blockquote className="request-text">{change.reason}</blockquote>
          </li>
        ))}
      </ul>
    </details>
  )
}

type Limits = CallReply<'GET /api/admin/limits'>['limits']

const LIMIT_NAMES = [
  'second_step_above',
  'three_people_above',
  'released_a_day_max',
  'changed_account_hours',
] as const satisfies readonly (keyof Limits)[]

const amount = (text: string) => nairaFromZero(text, LIMIT_KOBO_MAX, words.notAnAmount)

function hoursIn(text: string): number | undefined {
  const hours = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return hours >= 1 && hours <= CHANGED_ACCOUNT_HOURS_MAX ? hours : undefined
}

const FAULTS: Readonly<Record<(typeof LIMIT_NAMES)[number], (text: string) => string | undefined>> = {
  second_step_above: (text) => amount(text).fault,
  three_people_above: (text) => amount(text).fault,
  released_a_day_max: (text) => amount(text).fault ?? (amount(text).naira === 0 ? words.nothing : undefined),
  changed_account_hours: (text) => (hoursIn(text) === undefined ? words.notHours : undefined),
}

/** Proposes other limits of paying out. */
function LimitsDialog({ limits, ...end }: DialogEnd & { limits: Limits }) {
  return (
    <FormDialog
      title={words.propose}
      lead={words.lead}
      fields={[
        ...LIMIT_NAMES.map((name) =>
          lineField(name, FAULTS[name], {
            label: words.names[name],
            hint: words.hint[name],
            defaultValue: limits[name].toLocaleString('en-NG'),
            inputMode: 'decimal',
          }),
        ),
        textField('reason', unless(words.reasonMissing), {
          label: words.reason,
          hint: words.reasonHint,
          maxLength: LIMIT_REASON_CHARACTERS_MAX,
          rows: 3,
        }),
      ]}
      check={(typed) => {
        const [second, three] = [amount(typed('second_step_above')).naira, amount(typed('three_people_above')).naira]
        const isBelow = second !== undefined && three !== undefined && three < second
        return isBelow ? { three_people_above: words.tooSmall } : {}
      }}
      words={{ button: words.send, done: words.proposed, failed: words.notProposed }}
      send={(typed, bearer) => {
        const naira = (name: (typeof LIMIT_NAMES)[number]) => amount(typed(name)).naira ?? 0
        const body = {
          second_step_above: naira('second_step_above'),
          three_people_above: naira('three_people_above'),
          released_a_day_max: naira('released_a_day_max'),
          changed_account_hours: hoursIn(typed('changed_account_hours')) ?? 0,
          reason: typed('reason').trim(),
        }
        return call('POST /api/admin/limits', { body, bearer })
      }}
      {...end}
    />
  )
}
