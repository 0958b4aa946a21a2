/** The end of a sequence: one night, and then every payment, refund and chargeback here must be as at the provider, to the kobo. */
import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { accounts } from '../../server/money/ledger/accounts.ts'
import { readBalances } from '../../server/money/ledger/ledger.ts'
import { hours, minutes, seconds } from '../../server/platform/clock.ts'
import { rows } from '../../server/platform/db/db.ts'
import { differences } from '../../server/money/differences/schema.ts'
import { matches } from '../../server/money/matching/schema.ts'
import { findDifferences } from '../../server/proof/books/books.ts'
import { MATCH, OURS, type World } from './world.ts'

/** The start of the night's match, in UTC. */
const NIGHT_HOUR = 1

/** Lets the webhooks that are late arrive, and the jobs do their work, until the match of the next night is over. */
export async function passTheNight(world: World): Promise<void> {
  const { clock } = world.server
  // A refund takes two steps at the provider, and we ask about it again after an hour.
  for (const wait of [seconds(15), hours(1), hours(3)]) await world.pass(wait)
  const now = clock.now()
  const night = new Date(now)
  night.setUTCHours(NIGHT_HOUR, 0, 0, 0)
  const left = (night > now ? night.getTime() : night.getTime() + hours(24)) - now.getTime()
  await world.pass(left - minutes(2))
  // Events there in one step are known here in the next.
  await world.pass(minutes(1), OURS)
  await world.pass(minutes(1), MATCH)
}

/** @returns what disagrees, as text */
export async function findDisagreements({ server }: World): Promise<string[]> {
  const { db } = server.core
  const held = await readBalances(db, [accounts.provider])
  const balance = await server.payments.provider.balance()
  const [match] = await db.select().from(matches).orderBy(desc(matches.createdAt)).limit(1)
  const open = await db.select().from(differences).where(eq(differences.state, 'open'))
  const inBooks = await findDifferences(db)
  const ledger = -(held.get(accounts.provider)?.balance ?? 0n)
  const age = server.clock.now().getTime() - (match?.startedAt ?? new Date(0)).getTime()
  return [
    ...(ledger === balance ? [] : [`the ledger says that the provider holds ${ledger}, the provider ${balance}`]),
    ...(match?.state === 'complete' && age < minutes(1)
      ? []
      : [`the match of the night is ${match?.state ?? 'missing'}`]),
    ...open.map(({ kind, subject, ledger, provider }) => `the match says ${kind} ${subject}: ${ledger}, ${provider}`),
    ...inBooks.map((difference) => `the books: ${JSON.stringify(difference)}`),
    ...(await rows(db, UNEQUAL, z.object({ found: z.string() }))).map(({ found }) => found),
  ]
}

/** The provider's own rows beside ours, payment by payment. */
const UNEQUAL = sql`
  with theirs as (
    select charge.reference, charge.amount, charge.fees, refunded,
           least(charge.amount - refunded,
                 coalesce((select sum(coalesce(dispute.amount, charge.amount)) from sandbox_disputes as dispute
                            where dispute.transaction_id = charge.id and dispute.resolution in ('merchant-accepted', 'auto-accepted')), 0)) as lost
      from sandbox_transactions as charge
      cross join lateral (select coalesce(sum(amount), 0) as refunded from sandbox_refunds as refund
                           where refund.transaction_id = charge.id and refund.status = 'processed'
                              and refund.dispute_id is null) as back
     where charge.paid_at is not null
  ), ours as (
    select reference, amount_paid as amount, fees, amount_refunded as refunded, amount_charged_back as lost
      from payment_attempts where amount_paid is not null
  )
  select coalesce(theirs.reference, ours.reference) || ': ' || coalesce(row_to_json(ours)::text, 'nothing') || ' here, '
         || coalesce(row_to_json(theirs)::text, 'nothing') || ' at the provider' as found
    from theirs full join ours on ours.reference = theirs.reference
   where (theirs.amount, theirs.fees, theirs.refunded, theirs.lost) is distinct from (ours.amount, ours.fees, ours.refunded, ours.lost)`
