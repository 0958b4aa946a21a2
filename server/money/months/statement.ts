/** The statement of a month, made of its figures. */
import type { MonthStatement } from '../../../contract/money/months.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import type { Figures, Flow } from './figures.ts'

/** Accounts of our money that no fund, wallet or purpose owns. */
const PLACES: ReadonlySet<string> = new Set(['provider', 'bank', 'cash', 'transit'])
const TAKEN_BACK: ReadonlySet<string> = new Set(['refund', 'chargeback'])

/**
 * @param differences the open ones that arose before its end
 * @param funds their keys, in order
 */
export function makeStatement(
  month: string,
  { flows, accounts, fees_unknown }: Figures,
  differences: MonthStatement['differences'],
  funds: readonly string[],
): MonthStatement {
  const shown = accounts
    .filter(({ opening, debits, credits }) => opening !== 0n || debits !== 0n || credits !== 0n)
    .map(({ account, opening, debits, credits }) => ({
      account,
      opening,
      debits,
      credits,
      closing: opening + credits - debits,
    }))
  const changeOf = (account: string) => {
    const found = shown.find((each) => each.account === account)
    return found ? found.closing - found.opening : 0n
  }
  return {
    month,
    funds: funds.map((fund) => {
      const account = `fund:${fund}`
      return {
        fund,
        given: sum(flows, ({ credit, purpose }) => credit === account && /^(wallet_)?gift$/.test(purpose)),
        refunded: takenBack(flows, account),
        covered: changeOf(`covered:${fund}`),
        moved:
          sum(flows, ({ credit, purpose }) => credit === account && purpose === 'move') -
          sum(flows, ({ debit, purpose }) => debit === account && purpose === 'move'),
        promised: changeOf(`committed:${fund}`),
        paid_out: changeOf(`disbursed:${fund}`),
        lost: changeOf(`lost:${fund}`),
      }
    }),
    wallets: {
      topped_up: sum(flows, ({ credit, purpose }) => credit === 'wallets' && purpose === 'top_up'),
      given: sum(flows, ({ debit, purpose }) => debit === 'wallets' && purpose === 'wallet_gift'),
      taken_back: takenBack(flows, 'wallets'),
    },
    fees: shown
      .filter(({ account }) => account.startsWith('fees:'))
      .map(({ account }) => ({ account, amount: -changeOf(account) })),
    fees_unknown,
    moves: movesOf(flows),
    accounts: shown,
    entries: flows.reduce((total, { entries }) => total + entries, 0),
    differences,
  }
}

function sum(flows: readonly Flow[], isCounted: (flow: Flow) => boolean): Kobo {
  return flows.filter(isCounted).reduce((total, { amount }) => total + amount, 0n)
}

/** Refunds and chargebacks out of an account, less those that were undone. */
function takenBack(flows: readonly Flow[], account: string): Kobo {
  return (
    sum(flows, ({ debit, purpose }) => debit === account && TAKEN_BACK.has(purpose)) -
    sum(flows, ({ credit, purpose }) => credit === account && purpose === 'reinstatement')
  )
}

/** Money goes from the account that is credited to the one that is debited. */
function movesOf(flows: readonly Flow[]): MonthStatement['moves'] {
  const moves = new Map<string, MonthStatement['moves'][number]>()
  for (const { debit: to, credit: from, entries, amount } of flows) {
    if (!PLACES.has(to) || !PLACES.has(from)) continue
    const known = moves.get(`${from} ${to}`) ?? { from, to, entries: 0, amount: 0n }
    moves.set(`${from} ${to}`, { from, to, entries: known.entries + entries, amount: known.amount + amount })
  }
  return [...moves.values()]
}
