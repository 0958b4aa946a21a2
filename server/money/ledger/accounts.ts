/** The ledger's accounts: the fixed ones by the ids that the migrations give them, those of a fund by its key. The account of a wallet or of a person's cash is created when it is first needed. */
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'

/** The accounts that belong to no user and no fund, by their ids in `ledger_accounts` (docs/posting-table.md). */
export const accounts = {
  /** Held by the provider for us. Its balance is negative: it owes us. */
  provider: 1n,
  /** The fees of payments that were credited to nothing: in review, returned, or not started here. */
  unassignedFees: 2n,
  /** Paid, but not as requested: kept apart until people decide. */
  suspense: 3n,
  /** Money taken back from us that no account could pay. */
  loss: 4n,
  /** Held by our bank. Its balance is negative: it is ours. */
  bank: 5n,
  /** Put in by the organisation for costs and losses, and not used yet. */
  operating: 6n,
  /** The counterpart of everything handed over. Its balance is negative. */
  paidOut: 8n,
  /** On its way from the provider to recipients. Its balance is negative: it is ours. */
  transit: 9n,
  /** Surplus that counts of cash found. Below zero: missing. */
  counted: 10n,
  /** Costs of collecting top-ups. */
  topUpFees: 37n,
} as const

/**
 * What each fund has an account for. `fund`: given and not promised yet. `committed`: promised by granted awards, never below zero.
 * `disbursed`: paid out. `lost`: left the fund and reached no one. `fees`: costs of collecting its gifts. `covered`: put by the
 * organisation into a fund below zero.
 */
export const FUND_ACCOUNTS = ['fund', 'committed', 'disbursed', 'lost', 'fees', 'covered'] as const
export type FundAccount = (typeof FUND_ACCOUNTS)[number]

/** The account of a fund, as `ledger_accounts` names it: `committed:school`. */
export type FundCode = `${FundAccount}:${string}`

/** Accounts of all that was given to a fund, less refunds. */
export const GIVEN_ACCOUNTS = ['fund', 'committed', 'disbursed', 'lost'] as const satisfies readonly FundAccount[]

/** The accounts of all funds, for a `from`: the columns fund, kind, account and place. */
export const accountsOfFunds = (kinds: readonly FundAccount[] = FUND_ACCOUNTS) => sql`
  (select funds.name as fund, each.kind, account.id as account, funds.place
     from funds cross join unnest(${sql.param([...kinds])}::text[]) as each (kind)
     join ledger_accounts as account on account.code = each.kind || ':' || funds.name)`

/** Ids of accounts of funds beside the spec's six: above those of the migrations, below those of wallets. */
const FUND_IDS = { first: 101, last: 999 } as const

/** Opens the accounts of a new fund, in the transaction that adds its row. A gift touches its fund and its fees: those are split into shards. */
export async function openFundAccounts(tx: Tx, fund: string): Promise<void> {
  await tx.execute(sql`
    insert into ledger_accounts (id, code, kind, shards, floor_zero)
    select (select coalesce(max(id), ${FUND_IDS.first - 1}) from ledger_accounts where id between ${FUND_IDS.first} and ${FUND_IDS.last})
             + row_number() over (), kind || ':' || ${fund}::text, kind, shards, floor_zero
      from (values ('fund', 16, false), ('disbursed', 1, false), ('fees', 16, false), ('committed', 1, true),
                   ('lost', 1, false), ('covered', 1, false)) as each (kind, shards, floor_zero)`)
}
