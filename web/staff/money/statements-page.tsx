/** The bank: what ledger, provider and bank say of the money there, every gap between them, and the statements. */
import { formatDay } from '../../lib/format-date.ts'
import { Card } from '../../ui/card.tsx'
import { bank as words } from '#words/money/bank.ts'
import { EndpointPart } from '../desk/parts/endpoint-part.tsx'
import { FigureTable } from '../desk/parts/figure-table.tsx'
import { Opener } from '../desk/parts/opener.tsx'
import type { Bank } from './bank.ts'
import { BankLines } from './bank-lines.tsx'
import { LineActions } from './bank-line-actions.tsx'
import { BankStatements } from './bank-statements.tsx'
import { BankUploadDialog } from './bank-upload-dialog.tsx'
import { Difference } from './difference.tsx'
import { May } from '../desk/may.tsx'

export function StatementsPage() {
  return (
    <EndpointPart from="GET /api/admin/books/bank" input={{}} failed={words.notLoaded}>
      {(bank, reload) => <Shown bank={bank} onChanged={reload} />}
    </EndpointPart>
  )
}

function Shown({ bank, onChanged }: { bank: Bank; onChanged: () => void }) {
  const { differences, first_day: first, last_day: last, unmatched_entries: entries } = bank
  const hasStatements = first !== null && last !== null
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{words.hint}</p>
      {hasStatements ? (
        <div className="mt-3">
          <p className="font-semibold">{summaryOf(bank)}</p>
          <p>{words.period(formatDay(first), formatDay(last))}</p>
        </div>
      ) : (
        <p className="mt-3">{words.none}</p>
      )}
      <May duty="handle_money">
        <div className="mt-4 mb-4">
          <Opener text={words.upload}>
            {(close) => <BankUploadDialog banks={bank.banks} onClose={close} onDone={onChanged} />}
          </Opener>
        </div>
      </May>
      {hasStatements && <Sides bank={bank} />}
      {differences.length > 0 && <p className="mt-6">{words.open}</p>}
      <ul className="rows problems">
        {differences.map(({ line, ...difference }) => (
          <Difference
            key={difference.id}
            difference={difference}
            isOpen={differences.length <= 3}
            onChanged={onChanged}
            about={line?.description ?? null}
            actions={
              line && <LineActions line={line} name={difference.subject} entries={entries} onChanged={onChanged} />
            }
          />
        ))}
      </ul>
      {hasStatements && (
        <div className="mt-6 grid gap-6">
          <BankStatements statements={bank.statements} onChanged={onChanged} />
          <BankLines key={bank.statements[0]?.id} entries={entries} onChanged={onChanged} />
        </div>
      )}
    </Card>
  )
}

function summaryOf({ differences, ledger_settled: ledger, provider_settled: provider }: Bank): string {
  if (differences.length > 0) return words.differ(differences.length)
  return ledger === provider ? words.agree : words.providerDiffers
}

/** From the ledger to the bank: the parts that are zero are left out, except the three sides and what is open. */
function Sides({ bank }: { bank: Bank }) {
  const parts = [
    { name: words.providerSettled, amount: bank.provider_settled, isAlways: true },
    { name: words.ledgerSettled, amount: bank.ledger_settled, isAlways: true },
    { name: words.ledger, amount: bank.ledger, isAlways: true },
    { name: words.before, amount: -bank.before_statements, isAlways: false },
    { name: words.notYet, amount: -bank.not_yet_on_statements, isAlways: false },
    { name: words.explained, amount: bank.explained, isAlways: false },
    { name: words.openSum, amount: bank.open, isAlways: true },
    { name: words.bank, amount: bank.bank, isAlways: true },
  ]
  return (
    <FigureTable
      caption={words.sides}
      columns={[words.side, words.amount]}
      rows={parts
        .filter(({ amount, isAlways }) => isAlways || amount !== 0)
        .map(({ name, amount }) => ({ key: name, name, cells: [amount] }))}
    />
  )
}
