/** One payout: where it stands, what can be done now, its award and request, earlier awards, and who did what. */
import { useLocation, useNavigateLater } from '../../../lib/router.tsx'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { isRecord } from '../../../api/is-record.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { awards, payments, payout as words } from '#words/aid/admin-payouts.ts'
import { nameOf, PAYMENT_SENTENCES } from '#words/office/payment-sentences.ts'
import { useAdministration } from '../../desk/administration.ts'
import { KeysAhead } from '../../desk/keys/keys-ahead.tsx'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { ListSkeleton } from '../../desk/parts/list-skeleton.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { useEndpointList, useRefresh } from '../../desk/queries.ts'
import { useStaffFundNames } from '../../money/fund-names.ts'
import { EarlierAwards } from './earlier-awards.tsx'
import { OnePayout } from './one-payout.tsx'
import { detailsOf, type PayoutDetails } from './payout.ts'
import { payoutAddress, PayoutsPart } from './payouts-nav.tsx'
import { payoutsOf, queryIn, type PayoutRow } from './payouts-query.ts'
import { Decision } from './release-sheet.tsx'

export function PayoutPage({ payout: id }: { payout: string }) {
  const [key, input, options] = detailsOf(id)
  const goOn = usePayoutNeighbours(id)
  const refresh = useRefresh()
  return (
    <PayoutsPart>
      <EndpointPart from={key} input={input} {...options} failed={words.notLoaded} skeleton={<PayoutSkeleton />}>
        {(details, reload) => (
          <Payout
            key={id}
            id={id}
            details={details}
            onReleased={goOn}
            onChanged={() => {
              reload()
              refresh('GET /api/admin/payouts')
            }}
          />
        )}
      </EndpointPart>
    </PayoutsPart>
  )
}

/** Holds the key that opens the release. */
const PayoutSkeleton = () => (
  <>
    <ListSkeleton />
    <KeysAhead keys={/^a$/} />
  </>
)

interface PayoutProps {
  id: string
  details: PayoutDetails
  onChanged: () => void
  onReleased: () => void
}

function Payout({ id, details, onChanged, onReleased }: PayoutProps) {
  const applicant = details.applicant || payments.closedAccount
  const payout = details.award.payouts.find((each) => each.id === id)
  return (
    <div className="payout tiles items-start gap-4">
      <Card title={`${words.for} ${applicant}`}>
        {payout && (
          <div className="mt-2">
            <OnePayout payout={payout} applicant={applicant} onChanged={onChanged} onReleased={onReleased} />
          </div>
        )}
      </Card>
      <Card title={words.award}>
        <Decision details={details} />
        <Award award={details.award} />
        <EarlierAwards earlier={details.earlier} />
      </Card>
      <Card title={words.acts}>
        <ol className="rows">
          {details.acts.map(({ id: key, act, by, created_at: at }) => (
            <li key={key} className="py-2 wrap-anywhere">
              {nameOf(PAYMENT_SENTENCES[act])}{' '}
              <span className="text-sm text-soft">
                {nameOfPerson(by)}, {formatDayAndTime(at)}
              </span>
            </li>
          ))}
        </ol>
      </Card>
    </div>
  )
}

function Award({ award: { amount, state, funds, granted_by: by, granted_at: at } }: { award: PayoutDetails['award'] }) {
  const nameOf = useStaffFundNames()
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <strong>{formatNaira(amount)}</strong>{' '}
        <Badge tone={state === 'granted' ? 'good' : 'plain'}>{awards.states[state]}</Badge>
      </p>
      <Facts>
        {funds.map(({ fund, amount: gives }) => (
          <Fact key={fund} name={awards.fund(nameOf(fund))} value={formatNaira(gives)} />
        ))}
        <Fact
          name={words.grantedBy}
          value={by && at !== null ? `${nameOfPerson(by)}, ${formatDayAndTime(at)}` : ''}
          missing={words.notGranted}
        />
      </Facts>
    </>
  )
}

/**
 * The payouts before and after this one in the view that the reader came from.
 * @returns opens the next one to release, in place of this one, or the view where none is left
 */
function usePayoutNeighbours(id: string): () => void {
  const { state }: { state: unknown } = useLocation()
  const navigate = useNavigateLater()
  const { may } = useAdministration()
  const from = isRecord(state) && typeof state.from === 'string' ? state.from : ''
  const query = queryIn(from.split('?')[1] ?? '', may)
  const { view } = useEndpointList(payoutsOf(query), { isKept: true, isEnabled: from !== '' })
  const rows = view.is === 'there' ? view.value.items.filter(({ payout }) => payout) : []
  const at = rows.findIndex((row) => row.id === id)
  const open = (row: PayoutRow | undefined) =>
    row && void navigate(payoutAddress(row.id), { replace: true, state: { from } })
  useShortcuts({ j: () => at !== -1 && open(rows[at + 1]), k: () => open(rows[at - 1]) })
  return () => {
    // In the other views one looks something up.
    if (query.view !== 'mine' && query.view !== 'to_release') return
    const next = at === -1 ? undefined : rows.slice(at + 1).find(({ payout }) => payout?.may.release)
    if (next) open(next)
    else if (from !== '') void navigate(from)
  }
}
