/** The details of one gift, and every attempt to pay it. */
import { DONATION_TYPE_DEFAULT } from '../../../contract/money/funds.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import type { CallReply } from '../../api/client.ts'
import { donors as words } from '#words/money/admin-reports.ts'
import { useStaffFundNames } from './fund-names.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { Fact, Facts } from '../desk/parts/facts.tsx'
import { emailOf, showStatus } from './donors.ts'
import { ReportDialog } from '../desk/parts/report-dialog.tsx'

type Donation = CallReply<'GET /api/admin/donations/:id'>

export function DonationDialog({ id, onClose }: { id: string; onClose: () => void }) {
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
