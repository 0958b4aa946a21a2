/** The Donors page: the totals of all gifts, their list, and the details of each. */
import type { AdminDonationJson } from '../../../contract/office/admin-reports.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import { DONATION_TYPE_DEFAULT } from '../../../contract/money/funds.ts'
import { download } from '../../api/download.ts'
import type { CallReply } from '../../api/client.ts'
import { useKnownFunds } from '../../lib/funds.ts'
import { formatDay, formatDayAndTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { donors as words } from '#words/money/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { StaffList } from '../desk/lists/staff-list.tsx'
import { Fact, Facts } from '../desk/parts/facts.tsx'
import { Opener } from '../desk/parts/opener.tsx'
import { ReportDialog } from '../desk/parts/report-dialog.tsx'
import { useFailureToast } from '../desk/parts/use-failure-toast.ts'
import { listOf, useEndpoint } from '../desk/queries.ts'
import { emailOf, filtersOf, queryOf, showStatus } from './donors.ts'
import { useStaffFundNames } from './fund-names.ts'

export function DonorsPage() {
  return (
    <>
      <Summary />
      <Donations />
    </>
  )
}

function Summary() {
  const { view, reload } = useEndpoint(
    'GET /api/admin/donations/summary',
    {},
    { onProblem: useFailureToast(toasts.donationsFailed) },
  )
  if (view.is === 'failed') {
    return (
      <div className="mb-6">
        <NotLoaded title={toasts.donationsFailed} problem={view.problem} onRetry={reload} />
      </div>
    )
  }
  const figures = view.is === 'there' ? view.value : undefined
  return (
    <div className="report-cards mb-6">
      <Card title={words.totalDonations}>
        <SummaryFigure text={figures?.total_donations.toLocaleString('en-NG')} caption={words.totalDonationsCaption} />
      </Card>
      <Card title={words.totalAmount}>
        <SummaryFigure text={figures && formatNaira(figures.total_amount)} caption={words.totalAmountCaption} />
      </Card>
    </div>
  )
}

function SummaryFigure({ text, caption }: { text: string | undefined; caption: string }) {
  return (
    <>
      <p className="report-figure">{text ?? <Skeleton className="h-8 w-32" />}</p>
      <p className="text-soft">{caption}</p>
    </>
  )
}

const { columns } = words
const COLUMNS = [
  { name: columns.amount, isNumber: true },
  { name: columns.status },
  { name: columns.email },
  { name: columns.type },
  { name: columns.anonymous },
  { name: columns.date },
  { name: columns.actions },
]

function Donations() {
  const nameOf = useStaffFundNames()
  return (
    <StaffList
      place="donors"
      searchHint={words.searchHint}
      filters={filtersOf(Object.fromEntries(useKnownFunds().map(({ fund }) => [fund, nameOf(fund)])))}
      readQuery={queryOf}
      source={(query) => listOf('GET /api/admin/donations', (page) => ({ query: { ...query, ...page } }))}
      failed={toasts.donationsFailed}
      none={{ icon: 'coins', title: words.none }}
      csvName="donations"
      loadCsv={(query, bearer) => download('GET /api/admin/donations.csv', query, bearer)}
      table={{ title: words.title, columns: COLUMNS, cards: true }}
      renderRow={(item) => <DonationRow donation={item} />}
    />
  )
}

function DonationRow({ donation }: { donation: AdminDonationJson }) {
  const nameOf = useStaffFundNames()
  const { amount, status, donation_type: type, is_anonymous: isAnonymous, created_at: createdAt } = donation
  const [sum, day, shown] = [formatNaira(amount), formatDay(createdAt), showStatus(status)]
  return (
    <tr>
      <th scope="row" className="number">
        {sum}
      </th>
      <td data-column={columns.status}>
        <Badge tone={shown.tone}>{shown.text}</Badge>
      </td>
      <td className="report-words" data-column={columns.email}>
        {emailOf(donation)}
      </td>
      <td data-column={columns.type}>{nameOf(type)}</td>
      <td data-column={columns.anonymous}>{isAnonymous ? words.yes : words.no}</td>
      <td className="whitespace-nowrap" data-column={columns.date}>
        {day}
      </td>
      <td>
        <Opener text={words.details} look="quiet" aria-label={words.detailsOf(sum, day)}>
          {(close) => <DonationDialog id={donation.id} onClose={close} />}
        </Opener>
      </td>
    </tr>
  )
}

type Donation = CallReply<'GET /api/admin/donations/:id'>

/** The details of one gift, and every attempt to pay it. */
function DonationDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <ReportDialog
      title={words.dialogTitle}
      from="GET /api/admin/donations/:id"
      input={{ params: { id } }}
      failed={toasts.donationsFailed}
      onClose={onClose}
    >
      {(donation) => <Details donation={donation} />}
    </ReportDialog>
  )
}

function Details({ donation }: { donation: Donation }) {
  const nameOf = useStaffFundNames()
  const { status, amount, amount_reversed: givenBack, donation_type: type, message, payments } = donation
  return (
    <>
      <Facts>
        <Fact name={words.columns.amount} value={formatNaira(amount)} />
        <Fact name={words.columns.status} value={showStatus(status).text} />
        <Fact name={words.reference} value={donation.transaction_reference ?? ''} missing={words.noReference} />
        <Fact name={words.columns.email} value={emailOf(donation)} missing={words.noEmail} />
        <Fact name={words.type} value={nameOf(type)} missing={nameOf(DONATION_TYPE_DEFAULT)} />
        <Fact name={words.anonymous} value={donation.is_anonymous ? words.yes : words.no} />
        <Fact name={words.message} value={message ?? ''} missing={words.noMessage} />
        <Fact name={words.created} value={formatDayAndTime(donation.created_at)} />
        <Fact name={words.updated} value={formatDayAndTime(donation.updated_at)} />
        {givenBack > 0 && <Fact name={words.givenBack} value={formatNaira(givenBack)} />}
      </Facts>
      <h3 className="mt-6 font-semibold">{words.payments}</h3>
      {payments.length === 0 ? (
        <p className="mt-1 text-soft">{words.noPayments}</p>
      ) : (
        <ul className="rows">
          {payments.map((payment) => (
            <li key={payment.reference}>
              <p className="font-semibold wrap-anywhere">{payment.reference}</p>
              <p className="text-sm text-soft">{inWords(payment)}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function inWords(payment: Donation['payments'][number]): string {
  const { amount_paid: paid, fees, amount_refunded: refunded, amount_charged_back: chargedBack } = payment
  const parts = [
    payment.status,
    paid !== null && words.paid(formatNaira(paid)),
    fees !== null && words.fees(formatNaira(fees)),
    refunded > 0 && words.refunded(formatNaira(refunded)),
    chargedBack > 0 && words.chargedBack(formatNaira(chargedBack)),
    payment.review_reason ?? false,
    formatDayAndTime(payment.paid_at ?? payment.created_at),
  ]
  return parts.filter((part) => part !== false).join(' · ')
}
