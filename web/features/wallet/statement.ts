/** The statement of a period: its transactions, and the balance before and after each. */
import { koboToNaira, nairaToKobo } from '../../../contract/platform/money.ts'
import type { WalletTransactionJson } from '../../../contract/money/wallet.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call, type CallReply } from '../../api/client.ts'
import { endOf, startOf, type Day } from '../../lib/days.ts'

export interface Movement {
  readonly transaction: WalletTransactionJson
  /** The balance after it, in naira. */
  readonly balance: number
}

export type Statement = Pick<
  CallReply<'GET /api/wallet/statement'>,
  'opening_balance' | 'closing_balance' | 'credits' | 'debits'
> & {
  /** Oldest first. */
  readonly movements: readonly Movement[]
  /** By the clock of the server: that of a device, which stands in during an update, can be slow. */
  readonly madeAt: string
}

/** The API's largest page: a sheet of paper has no "more". */
const PAGE_ITEMS = '200'

/** @throws as `call` does */
export async function loadStatement(
  bearer: Bearer,
  period: { from: Day; to: Day },
  signal: AbortSignal,
): Promise<Statement> {
  const query = { from: startOf(period.from), to: endOf(period.to) }
  const items: WalletTransactionJson[] = []
  let madeAt: string | undefined
  let page: CallReply<'GET /api/wallet/statement'> | undefined
  do {
    const cursor: string | null = page?.next_cursor ?? null
    page = await call('GET /api/wallet/statement', {
      query: { ...query, limit: PAGE_ITEMS, ...(cursor !== null && { cursor }) },
      bearer,
      signal,
    })
    items.push(...page.items)
    madeAt ??= page.made_at
    // A transaction that arrives while the pages load belongs to the next statement.
    if (madeAt !== undefined && madeAt < query.to) query.to = madeAt
  } while (page.next_cursor !== null)
  const { opening_balance, closing_balance, credits, debits } = page
  return {
    opening_balance,
    closing_balance,
    credits,
    debits,
    movements: withBalances(opening_balance, items),
    madeAt: madeAt ?? new Date().toISOString(),
  }
}

/** In kobo, so that nothing is rounded on the way. */
export function withBalances(opening: number, transactions: readonly WalletTransactionJson[]): Movement[] {
  let balance = nairaToKobo(opening) ?? 0n
  return transactions.map((transaction) => {
    const amount = nairaToKobo(transaction.amount) ?? 0n
    balance += transaction.type === 'credit' ? amount : -amount
    return { transaction, balance: koboToNaira(balance) }
  })
}
