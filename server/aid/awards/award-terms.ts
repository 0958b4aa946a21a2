/** Terms of the next award of a request: its funds, how the applicant wants to receive it, and when three people decide. */
import type { Application } from '../requests/schema.ts'
import { readLimits } from '../limits/limits.ts'
import { readReceivingOf } from '../payees/wishes.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { readCounted } from './counted-awards.ts'
import { readFundsFor } from './spending.ts'

type About = Pick<Application, 'id' | 'applicationType' | 'urgency'>

/** Amounts in kobo. */
export async function readAwardTerms(
  { env }: Pick<Core, 'env'>,
  db: Db | Tx,
  { id, applicationType, urgency }: About,
  now: Date,
) {
  const limits = await readLimits(db)
  return {
    funds: await readFundsFor(db, applicationType, urgency, now),
    receiving: (await readReceivingOf(db, [id], { env, limits, now }))(id),
    counted: (await readCounted(db, [id], now, { withProposed: true })).get(id) ?? 0n,
    three_people_above: limits.threePeopleAbove,
  }
}
