/** Content: states, cards, tables, and skeletons. */
import { useState } from 'react'
import { APPLICATION_STATUSES } from '../../../contract/aid/application-fields.ts'
import { WALLET_TRANSACTION_STATUSES } from '../../../contract/money/wallet-amounts.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LetterText } from '../../ui/letter-text.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { SigningStopped } from '../../ui/signing-stopped.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figures } from '../../ui/figures.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { FocusedTitle } from '../../ui/focused-title.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Progress } from '../../ui/progress.tsx'
import { SentCheckpoints } from '../../ui/sent-checkpoints.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TextSection } from '../../ui/text-section.tsx'
import { TransactionBadge } from '../../ui/transaction-badge.tsx'
import { Sample } from './sample.tsx'

const BADGES: readonly [BadgeTone, string][] = [
  ['good', 'Approved'],
  ['waiting', 'Pending'],
  ['info', 'Under review'],
  ['bad', 'Rejected'],
  ['plain', 'Withdrawn'],
]

const ICONS: readonly IconName[] = [
  'book',
  'coins',
  'bowl',
  'shield',
  'people',
  'globe',
  'lock',
  'copy',
  'print',
  'mail',
  'phone',
  'check',
  'arrow',
  'clock',
  'question',
  'siren',
]

const ROWS = [
  ['Medical Aid', 'good', 'Paid', '₦2,500.00', '20 November 2026'],
  ['School Fees', 'waiting', 'Being checked', '₦50,000.00', '19 November 2026'],
  ['Food Program', 'bad', 'Not paid', '₦1,000.00', '18 November 2026'],
] as const

const FIGURES = [
  { figure: '1,284+', name: 'Active Donors' },
  { figure: '36', name: 'States' },
  { figure: '₦12,450,000', name: 'Funds Raised' },
]

export function ReadingSamples() {
  return (
    <>
      <BadgeSamples />
      <Sample title="Banner">
        <div className="sample-grid">
          <Banner tone="note" title="This form needs JavaScript">
            You can still give. Write to us or call.
          </Banner>
          <Banner tone="bad" title="The receipt could not be opened">
            No answer came back. Please check your connection and try again.
          </Banner>
        </div>
      </Sample>
      <Sample title="Card">
        <div className="sample-grid">
          <Card title="Lying on the page" level={3}>
            <p>For one subject among others.</p>
          </Card>
          <Card title="Raised" level={3} raised>
            <p>For what the page is about.</p>
          </Card>
        </div>
      </Sample>
      <Sample title="Figures" note="A sum in naira stands alone on a phone.">
        <div className="sample-block">
          <Figures label="What was given" figures={FIGURES} className="figures-static" />
        </div>
      </Sample>
      <FocusedTitleSample />
      <Sample title="Not loaded" note="What did not come, why, and the way to ask again.">
        <NotLoaded
          title="Unable to load wallet"
          problem={new Error('The connection was lost. Please try again.')}
          onRetry={() => {}}
        />
      </Sample>
      <Sample title="Loaded part" note="Loading, failed and there. The skeleton is as large as the content.">
        <div className="sample-grid">
          <LoadedPart
            loaded={{ view: { is: 'loading' }, reload: () => {} }}
            skeleton={<Skeleton className="block h-24 w-full" />}
          >
            {() => null}
          </LoadedPart>
          <LoadedPart loaded={{ view: { is: 'there', value: 'Loaded.' }, reload: () => {} }} skeleton={null}>
            {(text) => <p>{text}</p>}
          </LoadedPart>
        </div>
      </Sample>
      <TableSample />
      <TabsSample />
      <Sample title="Disclosure" note="A question that opens its answer.">
        <Disclosure title="Do I need an account to give?">
          <p>No. Choose a fund and an amount, and pay.</p>
        </Disclosure>
        <Disclosure title="What does it cost to apply?">
          <p>Nothing, at any step.</p>
        </Disclosure>
      </Sample>
      <TextSectionSample />
      <LetterSample />
      <SentCheckpointsSample />
      <HoldingSamples />
    </>
  )
}

function SentCheckpointsSample() {
  return (
    <Sample title="Sent checkpoints" note="On /log, and in Books.">
      <SentCheckpoints
        sent={[
          {
            address: 'https://witness.example',
            sent_at: '2026-11-24T08:00:00.000Z',
            failure: null,
            failing_since: null,
          },
          {
            address: 'https://other-witness.example',
            sent_at: null,
            failure: 'unreachable',
            failing_since: '2026-11-24T08:00:00.000Z',
          },
        ]}
      />
    </Sample>
  )
}

function BadgeSamples() {
  return (
    <>
      <Sample title="Badge">
        <div className="sample-row">
          {BADGES.map(([tone, text]) => (
            <Badge key={tone} tone={tone}>
              {text}
            </Badge>
          ))}
        </div>
      </Sample>
      <Sample title="Status and transaction badge" note="The words and tones of a request and of a wallet transaction.">
        <div className="sample-row">
          {APPLICATION_STATUSES.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          {WALLET_TRANSACTION_STATUSES.map((status) => (
            <TransactionBadge key={status} status={status} />
          ))}
        </div>
      </Sample>
    </>
  )
}

/** Empty and loading states. */
function HoldingSamples() {
  return (
    <>
      <Sample title="Email address" note="It breaks after its @ where it does not fit.">
        <p className="max-w-40">
          <EmailText email="amina.yusuf@organisation.example" />
        </p>
      </Sample>
      <Sample title="Signing stopped" note="Only while the public log is not signed.">
        <SigningStopped stopped={{ since: '2026-11-20T08:00:00.000Z', reason: 'restored' }} />
      </Sample>
      <Sample title="Empty state">
        <div className="sample-grid">
          <EmptyState icon="coins" title="No transactions yet" />
          <EmptyState icon="people" title="No match" text="No one in this list has that name. Try fewer letters.">
            <Button look="outline">Show all</Button>
          </EmptyState>
        </div>
      </Sample>
      <Sample title="Skeleton" note="As large as what it stands for.">
        <div className="sample-grid">
          <div className="skeleton-lines">
            <Skeleton className="skeleton-long" />
            <Skeleton className="skeleton-long" />
            <Skeleton className="skeleton-short" />
          </div>
        </div>
      </Sample>
      <Sample title="Progress">
        <div className="sample-grid">
          <Progress label="letter.pdf, beginning" value={0} />
          <Progress label="letter.pdf, under way" value={0.42} />
          <Progress label="letter.pdf, there" value={1} />
          <Progress label="Nobody knows how far" />
        </div>
      </Sample>
      <Sample title="Icon">
        <div className="sample-row">
          {ICONS.map((name) => (
            <Icon key={name} name={name} className="icon-disc" />
          ))}
        </div>
      </Sample>
    </>
  )
}

function FocusedTitleSample() {
  const [told, setTold] = useState(false)
  return (
    <Sample title="Focused title" note="The title of content that replaces other content.">
      <div className="sample-block">
        {told ? (
          <FocusedTitle>Your password was changed</FocusedTitle>
        ) : (
          <Button look="outline" onClick={() => setTold(true)}>
            Change it
          </Button>
        )}
      </div>
    </Sample>
  )
}

function TableSample() {
  return (
    <Sample title="Table" note="Where the screen is narrow it scrolls by itself, with the arrow keys too.">
      <div className="sample-block">
        <Table
          caption="Gifts"
          columns={[{ name: 'Fund' }, { name: 'Status' }, { name: 'Amount', isNumber: true }, { name: 'Date' }]}
        >
          {ROWS.map(([fund, tone, status, amount, date]) => (
            <tr key={fund}>
              <th scope="row">{fund}</th>
              <td>
                <Badge tone={tone}>{status}</Badge>
              </td>
              <td className="number">{amount}</td>
              <td>{date}</td>
            </tr>
          ))}
        </Table>
      </div>
    </Sample>
  )
}

const TABS = [
  { name: 'applications', text: 'Applications' },
  { name: 'beneficiaries', text: 'Beneficiaries' },
  { name: 'donors', text: 'Donors' },
] as const

function TabsSample() {
  const [chosen, setChosen] = useState<(typeof TABS)[number]['name']>('applications')
  return (
    <Sample title="Tabs" note="One stop for Tab; arrows, Home and End move within.">
      <Tabs label="Lists" tabs={TABS} chosen={chosen} onChoose={setChosen}>
        <p>What the tab “{chosen}” shows.</p>
      </Tabs>
    </Sample>
  )
}

function LetterSample() {
  return (
    <Sample title="Letter text" note="A message: what it quotes is folded.">
      <LetterText text={'> Which school is it?\nGovernment College, Kano.'} />
    </Sample>
  )
}

function TextSectionSample() {
  return (
    <Sample title="Text section" note="A titled part of a page, as wide as text reads well.">
      <TextSection id="sample-text-section" title="What this means">
        <p>Each night we compare our books with the records of the payment provider.</p>
      </TextSection>
    </Sample>
  )
}
