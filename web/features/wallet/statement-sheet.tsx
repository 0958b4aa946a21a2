/** The statement itself: issuer, account holder, period, and the balance line by line. */
import { formatNaira } from '../../../contract/platform/money.ts'
import { site } from '../../words/site.ts'
import { Table } from '../../ui/table.tsx'
import { walletHistory as words } from '#words/money/wallet.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { dayInWords, type Day } from '../../lib/days.ts'
import type { Movement, Statement } from './statement.ts'
import { TransactionReference } from './transaction-reference.tsx'

const COLUMNS = [
  { name: words.date },
  { name: words.description },
  { name: words.in, isNumber: true },
  { name: words.out, isNumber: true },
  { name: words.balance, isNumber: true },
]

interface StatementSheetProps {
  statement: Statement
  period: { readonly from: Day; readonly to: Day }
  owner: string
}

export function StatementSheet({ statement, period, owner }: StatementSheetProps) {
  const { opening_balance, credits, debits, closing_balance, movements, madeAt } = statement
  const lines = [
    [words.for, owner],
    [words.periodName, words.periodLine(dayInWords(period.from), dayInWords(period.to))],
    [words.openingBalance, formatNaira(opening_balance)],
    [words.credits, formatNaira(credits)],
    [words.debits, formatNaira(debits)],
    [words.closingBalance, formatNaira(closing_balance)],
    [words.made, formatDayAndTime(madeAt)],
  ] as const
  return (
    <article className="receipt wallet-statement" aria-labelledby="statement-title">
      <h2 id="statement-title" className="text-2xl">
        {words.statementTitle}
      </h2>
      <p className="text-sm text-soft">{words.issued(site.name)}</p>
      <dl className="pairs mt-6">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6">
        {movements.length === 0 ? (
          <p>{words.noMovements}</p>
        ) : (
          <Table cards caption={words.movements} columns={COLUMNS}>
            {movements.map((movement) => (
              <MovementRow key={movement.transaction.id} movement={movement} />
            ))}
          </Table>
        )}
      </div>
      <p className="mt-4 text-sm text-soft">{words.onlyCompleted}</p>
    </article>
  )
}

function MovementRow({ movement: { transaction, balance } }: { movement: Movement }) {
  const { type, amount, description, reference, completed_at, created_at } = transaction
  const naira = formatNaira(amount)
  return (
    <tr>
      <th scope="row">{formatDayAndTime(completed_at ?? created_at)}</th>
      <td>
        {description}
        <div className="line gap-x-3 text-sm text-soft">
          <TransactionReference reference={reference} />
        </div>
      </td>
      <td className="number" data-column={words.in}>
        {type === 'credit' && naira}
      </td>
      <td className="number" data-column={words.out}>
        {type === 'debit' && naira}
      </td>
      <td className="number" data-column={words.balance}>
        {formatNaira(balance)}
      </td>
    </tr>
  )
}
