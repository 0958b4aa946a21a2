/** The headline figures, read from the funds' balances: exact, and at constant cost. */
import { DONATION_TYPES } from '../../contract/funds.ts'
import { LIVES_IMPACTED_BASE, NAIRA_PER_LIFE, statsEndpoints } from '../../contract/stats.ts'
import { disbursedAccounts, fundAccountPairs, fundAccounts } from '../ledger/accounts.ts'
import { readBalances } from '../ledger/ledger.ts'
import type { Core } from '../lib/core.ts'
import type { Db } from '../lib/db/db.ts'
import { serveEndpoints } from '../lib/http/endpoints.ts'
import { coalesceReads } from '../lib/coalesce-reads.ts'

/** What was given to each fund and not refunded, whether or not it was paid out since. Amounts in kobo. */
export async function readFunds(db: Db) {
  const balances = await readBalances(
    db,
    fundAccountPairs.flatMap(({ fund, disbursed }) => [fund, disbursed]),
  )
  return DONATION_TYPES.map((donationType) => {
    const fund = balances.get(fundAccounts[donationType])
    const disbursed = balances.get(disbursedAccounts[donationType])
    return { donationType, gifts: fund?.gifts ?? 0n, amount: (fund?.balance ?? 0n) + (disbursed?.balance ?? 0n) }
  })
}

export function statsRoutes(core: Core) {
  // Every visitor of the home page reads them.
  const readAll = coalesceReads(() => readFunds(core.db))
  return serveEndpoints(core, statsEndpoints, {
    'GET /api/stats': async () => {
      const funds = await readAll()
      const raised = funds.reduce((sum, fund) => sum + fund.amount, 0n)
      const figures = (donationType: (typeof DONATION_TYPES)[number]) => {
        const fund = funds.find((each) => each.donationType === donationType)
        return { gifts: Number(fund?.gifts ?? 0n), amount: fund?.amount ?? 0n }
      }
      return {
        lives_impacted: Number(LIVES_IMPACTED_BASE + raised / 100n / NAIRA_PER_LIFE),
        active_donors: Number(funds.reduce((sum, fund) => sum + fund.gifts, 0n)),
        funds_raised: raised,
        funds: {
          general: figures('general'),
          school: figures('school'),
          emergency: figures('emergency'),
          shelter: figures('shelter'),
          food: figures('food'),
          medical: figures('medical'),
        },
      }
    },
  })
}
