/** The balances that answer one question, as people say them: money that is ours, and what it cost, is above zero. */
import { sumNaira } from '../desk/sum-naira.ts'
import { accountName } from '../../../contract/money/account-names.ts'
import type { CallReply } from '../../api/client.ts'
import { useStaffFundNames } from './fund-names.ts'
import { FigureTable } from '../desk/parts/figure-table.tsx'
import { books as words } from '#words/money/admin-reports.ts'

export type Balance = CallReply<'GET /api/admin/books'>['balances'][number]

/** In the ledger these stand below zero: debits less credits is what people mean. */
const DEBIT_KINDS = new Set(['provider', 'bank', 'cash', 'transit', 'paid_out', 'fees', 'loss'])

const kindOf = ({ account }: Balance) => account.split(':')[0] ?? account
const amountOf = (each: Balance) => (DEBIT_KINDS.has(kindOf(each)) ? 0 - each.balance : each.balance)

/** In naira. @param kinds of accounts */
export function sumOf(balances: readonly Balance[], kinds: readonly string[]): number {
  return sumNaira(balances.filter((each) => kinds.includes(kindOf(each))).map(amountOf))
}

interface BalancesProps {
  caption: string
  balances: readonly Balance[]
  /** In this order. Accounts without a balance are left out. */
  kinds: readonly string[]
}

export function Balances({ caption, balances, kinds }: BalancesProps) {
  const nameOf = useStaffFundNames()
  const shown = kinds.flatMap((kind) => balances.filter((each) => kindOf(each) === kind && each.balance !== 0))
  if (shown.length === 0) return <p>{words.nothing}</p>
  return (
    <FigureTable
      caption={caption}
      columns={[words.account, words.balance]}
      rows={shown.map((each) => ({
        key: each.account,
        name: accountName(each.account, nameOf),
        cells: [amountOf(each)],
      }))}
    />
  )
}
