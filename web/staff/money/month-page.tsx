/** The statement of a month as a page and as files, and closing it. The address names the month. */
import { useLocation } from '../../lib/router.tsx'
import { MONTH_CHARACTERS_MAX } from '../../../contract/money/months-fields.ts'
import { call, type CallReply } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { monthStatement as words } from '#words/money/month-statement.ts'
import { months } from '#words/money/months.ts'
import { useAdministration } from '../desk/administration.ts'
import { May } from '../desk/may.tsx'
import { Decision } from '../desk/parts/decision.tsx'
import { EndpointPart } from '../desk/parts/endpoint-part.tsx'
import { Opener } from '../desk/parts/opener.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import { ProposeDialog } from '../desk/parts/propose.tsx'
import { useFailureToast } from '../desk/parts/use-failure-toast.ts'
import { ViewChips } from '../desk/parts/view-chips.tsx'
import { MONTHS } from '../desk/places.ts'
import { useRefresh } from '../desk/queries.ts'
import { StatementTables } from './statement-tables.tsx'

type Month = CallReply<'GET /api/admin/books/month'>

const TONES = { running: 'info', open: 'waiting', closed: 'good' } as const

export function MonthPage() {
  const chosen = new URLSearchParams(useLocation().search).get('month')
  const refresh = useRefresh()
  const onChanged = () => refresh('GET /api/admin/books/month', 'GET /api/admin/books/months')
  return (
    <>
      <Choice />
      <EndpointPart
        from="GET /api/admin/books/month"
        input={{ query: chosen === null ? {} : { month: chosen } }}
        failed={words.notLoaded}
      >
        {(month) => (
          <>
            <Head month={month} onChanged={onChanged} />
            <StatementTables statement={month.statement} />
          </>
        )}
      </EndpointPart>
    </>
  )
}

/** The months from the first entry on; the running one is first. */
function Choice() {
  const shown = new URLSearchParams(useLocation().search).get('month')
  return (
    <EndpointPart
      from="GET /api/admin/books/months"
      input={{}}
      failed={words.monthsNotLoaded}
      skeleton={<Skeleton className="block h-11 w-full" />}
    >
      {({ items }) => (
        <ViewChips
          label={words.month}
          views={items.map(({ month, state }, place) => ({
            to: `${MONTHS}?month=${month}`,
            text: `${months.name(month)}${state === 'closed' ? ` · ${words.states.closed}` : ''}`,
            isHere: shown === null ? place === 0 : shown === month,
          }))}
        />
      )}
    </EndpointPart>
  )
}

interface MonthProps {
  month: Month
  onChanged: () => void
}

function Head({ month, onChanged }: MonthProps) {
  const { state, statement, closed, proposal } = month
  const name = months.name(statement.month)
  return (
    <Card title={name}>
      <p className="mt-2 text-soft">{words.lead}</p>
      <p className="mt-3">
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>{' '}
        {closed
          ? words.closedBy(
              nameOfPerson(closed.proposed_by),
              nameOfPerson(closed.confirmed_by),
              formatDayAndTime(closed.at),
            )
          : words.soFar}
      </p>
      <Files month={statement.month} />
      {proposal ? (
        <Decision decision={proposal} name={name} onChanged={onChanged} className="mt-4" />
      ) : (
        !closed && <Closing month={month} onChanged={onChanged} />
      )}
    </Card>
  )
}

const FILES = [
  ['GET /api/admin/month-statement.pdf', 'statement', 'pdf', words.pdf],
  ['GET /api/admin/month-statement.csv', 'statement', 'csv', words.csv],
  ['GET /api/admin/trial-balance.csv', 'trial-balance', 'csv', words.trial],
  ['GET /api/admin/journal.csv', 'journal', 'csv', words.journal],
  ['GET /api/admin/journal.ledger', 'journal', 'ledger', words.ledger],
] as const
const TYPES = { pdf: 'application/pdf', csv: 'text/csv', ledger: 'text/plain' } as const

function Files({ month }: { month: string }) {
  const { bearer } = useAdministration()
  const onProblem = useFailureToast(words.notSaved)
  return (
    <section aria-label={words.files} className="mt-4 flex flex-wrap gap-2">
      {FILES.map(([key, name, ending, text]) => (
        <DownloadButton
          key={key}
          name={`${name}-${month}`}
          kind={{ ending, type: TYPES[ending], text }}
          load={() => download(key, { month }, bearer)}
          onProblem={onProblem}
          className="button-small"
        />
      ))}
    </section>
  )
}

function Closing({ month: { statement, digest, blocked_by: blockers }, onChanged }: MonthProps) {
  if (blockers.length > 0)
    return (
      <div className="mt-4">
        <p className="font-semibold">{words.cannotClose}</p>
        <ul className="list-disc pl-5">
          {blockers.map((blocker) => (
            <li key={blocker}>{words.blockers[blocker]}</li>
          ))}
        </ul>
      </div>
    )
  return (
    <May duty="handle_money">
      <Opener text={words.close} look="primary" className="mt-4">
        {(close) => (
          <ProposeDialog
            title={words.closeTitle}
            lead={words.closeLead}
            hint={words.reasonHint}
            charactersMax={MONTH_CHARACTERS_MAX}
            send={(reason, bearer) =>
              call('POST /api/admin/books/month-closings', { body: { month: statement.month, digest, reason }, bearer })
            }
            onDone={onChanged}
            onClose={close}
          />
        )}
      </Opener>
    </May>
  )
}
