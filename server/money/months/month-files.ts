/** The statement and the trial balance of a month as CSV. docs/csv.md explains the columns. */
import type { MonthStatement } from '../../../contract/money/months.ts'
import { nairaText, type Kobo } from '../../../contract/platform/money.ts'
import { textInCell } from '../../platform/lists/spreadsheet-text.ts'
import { typeOf } from './journal.ts'

const LINE_END = '\r\n'
const BYTE_ORDER_MARK = '\uFEFF'

/** A figure of a statement, by its place. */
export interface StatementLine {
  readonly part: 'funds' | 'wallets' | 'fees' | 'moves' | 'balances' | 'differences'
  /** A fund, an account, a way between two accounts, or what differs. */
  readonly of: string
  readonly figure: string
  /** Null where it is not known, or not an amount. */
  readonly amount: Kobo | null
}

/** Balances as accountants write them: what we hold and what it cost are above zero. */
export const asDebit = (balance: Kobo): Kobo => -balance

/** Counts payments in words: the digest of a statement is over its figures, so files of a closed month may be worded anew. */
export const paymentsText = (count: number) => `${count} payment${count === 1 ? '' : 's'}`

/** Every figure of a statement, in the order of the page. */
export function linesOf(statement: MonthStatement): StatementLine[] {
  const { funds, wallets, fees, fees_unknown: unknown, moves, accounts, differences } = statement
  return [
    ...funds.flatMap(({ fund, ...figures }) =>
      Object.entries(figures).map(([figure, amount]) => ({ part: 'funds' as const, of: fund, figure, amount })),
    ),
    ...Object.entries(wallets).map(([figure, amount]) => ({ part: 'wallets' as const, of: 'wallets', figure, amount })),
    ...fees.map(({ account, amount }) => ({ part: 'fees' as const, of: account, figure: 'fees', amount })),
    ...(unknown === 0
      ? []
      : [{ part: 'fees' as const, of: paymentsText(unknown), figure: 'fees not known yet', amount: null }]),
    ...moves.map(({ from, to, amount }) => ({
      part: 'moves' as const,
      of: `${from} to ${to}`,
      figure: 'moved',
      amount,
    })),
    ...accounts.flatMap(({ account, opening, closing }) => [
      { part: 'balances' as const, of: account, figure: 'opening', amount: asDebit(opening) },
      { part: 'balances' as const, of: account, figure: 'closing', amount: asDebit(closing) },
    ]),
    ...differences.map(({ kind, subject, amount }) => ({
      part: 'differences' as const,
      of: subject,
      figure: kind,
      amount,
    })),
  ]
}

export function statementCsv(statement: MonthStatement, state: string): string {
  const lines = linesOf(statement).map(
    ({ part, of, figure, amount }) =>
      `${statement.month},${state},${part},${textInCell(of)},${textInCell(figure)},${amount === null ? '' : nairaText(amount)}`,
  )
  return `${BYTE_ORDER_MARK}${['month,state,part,of,figure,amount', ...lines].join(LINE_END)}${LINE_END}`
}

export function trialBalanceCsv({ month, accounts }: MonthStatement): string {
  const lines = accounts.map(({ account, opening, debits, credits, closing }) => {
    const amounts = [asDebit(opening), debits, credits, asDebit(closing)].map((amount) => nairaText(amount))
    return [month, account, typeOf(account), ...amounts].join(',')
  })
  return `${BYTE_ORDER_MARK}${['month,account,type,opening,debits,credits,closing', ...lines].join(LINE_END)}${LINE_END}`
}
