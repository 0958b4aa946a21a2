/** The balances that answer one question, as people say them: money that is ours, and what it cost, is above zero. */
import { DONATION_TYPES } from '../../../contract/money/funds.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import type { CallReply } from '../../api/client.ts'
import { Table } from '../../ui/table.tsx'
import { books as words } from '#words/money/admin-reports.ts'
import { fundNames } from '#words/money/fund-names.ts'

type Balance = CallReply<'GET /api/admin/books'>['balances'][number]

/** The kinds of accounts behind each question. */
const KINDS = {
  needs: ['suspense', 'loss'],
  came: ['provider', 'bank', 'cash', 'transit', 'fund', 'covered', 'wallets', 'operating'],
  promised: ['committed'],
  went: ['paid_out', 'disbursed', 'lost', 'fees'],
} as const satisfies Record<string, readonly string[]>
export type Question = keyof typeof KINDS

/** In the ledger these stand below zero: debits less credits is what people mean. */
const DEBIT_KINDS = new Set(['provider', 'bank', 'cash', 'transit', 'paid_out', 'fees', 'loss'])
/** Accounts of which only those that are not zero are shown: there is one for each fund. */
const SPARSE = new Set(['committed', 'disbursed', 'lost', 'fees', 'covered'])

const COLUMNS = [{ name: words.account }, { name: words.balance, isNumber: true }]
const kindOf = ({ account }: Balance) => account.split(':')[0] ?? account

export function Balances({ question, balances }: { question: Question; balances: readonly Balance[] }) {
  const shown = KINDS[question].flatMap((kind) =>
    balances.filter((each) => kindOf(each) === kind && (each.balance !== 0 || !SPARSE.has(kind))),
  )
  if (shown.length === 0) return <p>{words.nothing}</p>
  return (
    <Table caption={words.captions[question]} columns={COLUMNS}>
      {shown.map((each) => (
        <tr key={each.account}>
          <th scope="row">{nameOf(each.account)}</th>
          <td className="number">{formatNaira(DEBIT_KINDS.has(kindOf(each)) ? 0 - each.balance : each.balance)}</td>
        </tr>
      ))}
    </Table>
  )
}

/** `fund:school`, `committed:school` and so on, or an account with a fixed name. */
function nameOf(account: string): string {
  const [kind, code] = account.split(':')
  const fund = DONATION_TYPES.find((type) => type === code)
  if (fund && kind === 'fund') return words.fund(fundNames[fund])
  if (fund && kind === 'committed') return words.committed(fundNames[fund])
  if (fund && kind === 'disbursed') return words.disbursed(fundNames[fund])
  if (fund && kind === 'lost') return words.lost(fundNames[fund])
  if (fund && kind === 'covered') return words.covered(fundNames[fund])
  if (fund && kind === 'fees') return words.fees(fundNames[fund])
  return new Map<string, string>(Object.entries(words.accounts)).get(account) ?? account
}
