/** The Donors tab: what all gifts come to, the list of them, and each with its details. */
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { AdminDonationJson } from '../../../../contract/admin-reports.ts'
import { formatNaira } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Table } from '../../../ui/table.tsx'
import { donors as words, fundNames } from '#words/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/toasts.ts'
import { dayOf } from '../../../lib/moment.ts'
import { useAdministration } from '../administration.ts'
import { CsvButton } from '../lists/csv-button.tsx'
import { ListFrame } from '../lists/list-frame.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { ListToolbar } from '../lists/list-toolbar.tsx'
import { useList } from '../lists/use-list.ts'
import { DonationDialog } from './donation-dialog.tsx'
import { emailOf, FILTERS, queryOf, TONES } from './donors.ts'
import { useReport } from '../parts/use-report.ts'

export default function DonorsTab() {
  const { search } = useLocation()
  return (
    <>
      <Summary />
      <ListToolbar tab="donors" searchHint={words.searchHint} filters={FILTERS} />
      <Donations key={search} search={search} />
    </>
  )
}

function Summary() {
  const { bearer } = useAdministration()
  const { view, reload } = useReport(() => call('GET /api/admin/donations/summary', { bearer }), toasts.donationsFailed)
  if (view.is === 'failed') {
    return (
      <div className="mb-6">
        <NotLoaded title={toasts.donationsFailed} sentence={view.sentence} onRetry={reload} />
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

function Donations({ search }: { search: string }) {
  const { bearer } = useAdministration()
  const query = queryOf(search)
  const list = useList<AdminDonationJson>(
    (page, signal) => call('GET /api/admin/donations', { query: { ...query, ...page }, bearer, signal }),
    toasts.donationsFailed,
  )
  const [opened, setOpened] = useState<string>()
  return (
    <>
      <ListFrame
        tab="donors"
        list={list}
        failed={toasts.donationsFailed}
        isFiltered={Object.keys(query).length > 0}
        none={{ icon: 'coins', title: words.none }}
        csv={<CsvButton of="GET /api/admin/donations.csv" query={query} />}
      >
        {(items) => (
          <Table caption={words.title} columns={COLUMNS}>
            {items.map((item) => (
              <DonationRow key={item.id} donation={item} onOpen={() => setOpened(item.id)} />
            ))}
          </Table>
        )}
      </ListFrame>
      {opened !== undefined && <DonationDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function DonationRow({ donation, onOpen }: { donation: AdminDonationJson; onOpen: () => void }) {
  const { amount, status, donation_type: type, is_anonymous: isAnonymous, created_at: createdAt } = donation
  const [sum, day] = [formatNaira(amount), dayOf(createdAt)]
  return (
    <tr>
      <th scope="row" className="number">
        {sum}
      </th>
      <td>
        <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
      </td>
      <td className="report-words">{emailOf(donation)}</td>
      <td className="whitespace-nowrap">{fundNames[type]}</td>
      <td>{isAnonymous ? words.yes : words.no}</td>
      <td className="whitespace-nowrap">{day}</td>
      <td>
        <Button look="outline" className="button-small" aria-label={words.detailsOf(sum, day)} onClick={onOpen}>
          {words.details}
        </Button>
      </td>
    </tr>
  )
}
