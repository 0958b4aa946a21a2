/** The figures of a month: by fund, the rest, open differences, and the trial balance. */
import { sumNaira } from '../desk/sum-naira.ts'
import { accountName } from '../../../contract/money/account-names.ts'
import type { CallReply } from '../../api/client.ts'
import { formatDay } from '../../lib/format-date.ts'
import { useStaffFundNames } from './fund-names.ts'
import { Card } from '../../ui/card.tsx'
import { FigureTable, type FigureRow } from '../desk/parts/figure-table.tsx'
import { differences as differenceWords } from '#words/money/matching.ts'
import { monthStatement as words } from '#words/money/month-statement.ts'

type Statement = CallReply<'GET /api/admin/books/month'>['statement']

const FUND_FIGURES = ['given', 'refunded', 'covered', 'moved', 'promised', 'paid_out', 'lost'] as const
const FUND_COLUMNS = [
  words.fund,
  words.given,
  words.refunded,
  words.covered,
  words.moved,
  words.promised,
  words.paidOut,
  words.lost,
]

export function StatementTables({ statement }: { statement: Statement }) {
  const nameOf = useStaffFundNames()
  const { funds, accounts, differences } = statement
  const total = FUND_FIGURES.map((figure) => sumNaira(funds.map((fund) => fund[figure] ?? 0)))
  const byFund = funds.map((fund) => ({
    key: fund.fund,
    name: nameOf(fund.fund),
    cells: FUND_FIGURES.map((figure) => fund[figure] ?? 0),
  }))
  return (
    <>
      <FigureTable
        cards
        caption={words.funds}
        columns={FUND_COLUMNS}
        rows={[...byFund, { key: 'all', name: words.total, cells: total }]}
      />
      <FigureTable cards caption={words.rest} columns={[words.what, words.amount]} rows={restOf(statement, nameOf)} />
      <Card title={words.differences}>
        {differences.length === 0 ? (
          <p className="mt-2">{words.noDifferences}</p>
        ) : (
          <FigureTable
            cards
            caption={words.differences}
            columns={[words.kind, words.since, words.amount]}
            rows={differences.map(({ kind, subject, amount, occurred_at: at }) => ({
              key: `${kind} ${subject}`,
              name: `${differenceWords.kinds[kind]}: ${subject}`,
              cells: [formatDay(at), amount ?? words.noAmount],
            }))}
          />
        )}
      </Card>
      <div className="card books-questions">
        <details className="disclosure">
          <summary>
            <h2 className="text-lg">{words.balances}</h2>
          </summary>
          <p className="mb-4 text-soft">{words.balancesHint}</p>
          <FigureTable
            cards
            caption={words.balances}
            columns={[words.account, words.opening, words.debits, words.credits, words.closing]}
            rows={accounts.map(({ account, opening, debits, credits, closing }) => ({
              key: account,
              name: accountName(account, nameOf),
              cells: [0 - opening, debits, credits, 0 - closing],
            }))}
          />
        </details>
      </div>
    </>
  )
}

function restOf(
  { wallets, fees, fees_unknown: unknown, moves }: Statement,
  nameOf: (fund: string) => string,
): FigureRow[] {
  return [
    { key: 'topped-up', name: words.toppedUp, cells: [wallets.topped_up] },
    { key: 'given', name: words.fromWallets, cells: [wallets.given] },
    { key: 'taken-back', name: words.takenBack, cells: [wallets.taken_back] },
    ...fees.map(({ account, amount }) => ({ key: account, name: accountName(account, nameOf), cells: [amount] })),
    ...(unknown === 0 ? [] : [{ key: 'unknown', name: words.unknownFees(unknown), cells: [words.unknown] }]),
    ...moves.map(({ from, to, amount }) => ({
      key: `${from} ${to}`,
      name: words.move(accountName(from, nameOf), accountName(to, nameOf)),
      cells: [amount],
    })),
  ]
}
