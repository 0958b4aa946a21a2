/** The statement of a month as a paper to sign. It names no one: who closed the month is in the audit. */
import { accountName } from '../../../contract/money/account-names.ts'
import type { MonthStatement } from '../../../contract/money/months.ts'
import { formatNaira, koboToNaira, type Kobo } from '../../../contract/platform/money.ts'
import { monthInWords } from '../../../contract/platform/month-in-words.ts'
import { inLagos } from '../../platform/lagos-days.ts'
import { asDebit, paymentsText } from './month-files.ts'
import { writePdf, type PdfTable } from './pdf.ts'

/** Without the sign of naira, which the fonts lack. */
const written = (amount: Kobo) => formatNaira(koboToNaira(amount)).replace('₦', '')

interface Paper {
  readonly statement: MonthStatement
  readonly digest: string
  readonly closedAt: Date | null
  /** The organisation. */
  readonly of: string
  /** Lines below its name, such as that no money in it is real. */
  readonly notes: readonly string[]
  /** Names of the funds when the month was closed. */
  readonly titleOf: (fund: string) => string
}

export function statementPdf({ statement, digest, closedAt, of, notes, titleOf }: Paper): string {
  const name = monthInWords(statement.month)
  return writePdf({
    title: `Statement for ${name}`,
    lines: [
      of,
      ...notes,
      closedAt === null
        ? 'Not closed: figures can still change.'
        : `Closed by two people on ${inLagos.format(closedAt)} (Lagos). These figures no longer change.`,
      `${statement.entries.toLocaleString('en-NG')} ${statement.entries === 1 ? 'entry' : 'entries'}, by the day in Lagos on which each was booked. Amounts in naira (NGN).`,
    ],
    tables: [...tablesOf(statement, titleOf), SIGNING],
    foot: `${of} \u00B7 ${statement.month} \u00B7 SHA-256 ${digest}`,
  })
}

const LINE_TO_SIGN = '_'.repeat(30)
const SIGNING: PdfTable = {
  title: 'Signatures',
  columns: ['', ''],
  rows: ['Prepared by', 'Approved by'].flatMap((who) => [
    ['', ''],
    [`${who} ${LINE_TO_SIGN}`, `Date ${LINE_TO_SIGN.slice(10)}`],
  ]),
  none: '',
}

const tablesOf = (statement: MonthStatement, titleOf: Paper['titleOf']): PdfTable[] => [
  ...fundTables(statement, titleOf),
  ...otherTables(statement, titleOf),
  {
    title: 'Trial balance (debits above zero)',
    columns: ['Account', 'At the beginning', 'Debits', 'Credits', 'At the end'],
    rows: statement.accounts.map(({ account, opening, debits, credits, closing }) => [
      accountName(account, titleOf),
      ...[asDebit(opening), debits, credits, asDebit(closing)].map((amount) => written(amount)),
    ]),
    none: 'Nothing.',
  },
  {
    title: 'Open differences',
    columns: ['', 'Kind', 'Amount'],
    rows: statement.differences.map(({ kind, subject, amount }) => [
      subject.slice(0, 40),
      kind.replaceAll('_', ' '),
      amount === null ? 'no amount' : written(amount),
    ]),
    none: 'None.',
  },
]

const fundTables = ({ funds }: MonthStatement, titleOf: Paper['titleOf']): PdfTable[] => [
  {
    title: 'Income by fund',
    columns: ['Fund', 'Given', 'Refunded', 'By the organisation', 'Between funds'],
    rows: funds.map(({ fund, given, refunded, covered, moved }) => [
      titleOf(fund),
      ...[given, refunded, covered, moved].map((amount) => written(amount)),
    ]),
    none: '',
  },
  {
    title: 'Outflows by fund',
    columns: ['Fund', 'Newly promised', 'Paid out', 'Lost'],
    rows: funds.map(({ fund, promised, paid_out: paid, lost }) => [
      titleOf(fund),
      ...[promised, paid, lost].map((amount) => written(amount)),
    ]),
    none: '',
  },
]

function otherTables(
  { wallets, fees, fees_unknown: unknown, moves }: MonthStatement,
  titleOf: Paper['titleOf'],
): PdfTable[] {
  const unknownFees = unknown === 0 ? [] : [[`Fees of ${paymentsText(unknown)}`, 'not known yet']]
  return [
    {
      title: 'Wallets',
      columns: ['', 'Amount'],
      rows: [
        ['Topped up', written(wallets.topped_up)],
        ['Given from wallets', written(wallets.given)],
        ['Refunded or charged back', written(wallets.taken_back)],
      ],
      none: '',
    },
    {
      title: 'Fees of the payment provider',
      columns: ['', 'Amount'],
      rows: [...fees.map(({ account, amount }) => [accountName(account, titleOf), written(amount)]), ...unknownFees],
      none: 'None.',
    },
    {
      title: 'Moved between places',
      columns: ['', 'Entries', 'Amount'],
      rows: moves.map(({ from, to, entries, amount }) => [
        `${accountName(from, titleOf)} > ${accountName(to, titleOf)}`,
        entries.toLocaleString('en-NG'),
        written(amount),
      ]),
      none: 'Nothing.',
    },
  ]
}
