/**
 * The draw. Each payment of the quarter that the log had when the sample was announced gets a number: SHA-256 over the seed and the hash
 * of its leaf. The lowest are drawn. The seed is SHA-256 over the root of that checkpoint and the public random value.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { HOUSEHOLDS_MIN } from '../../../../contract/proof/proof-fields.ts'
import { after, hours, minutes } from '../../../platform/clock.ts'
import type { Core } from '../../../platform/core.ts'
import { sha256 } from '../../../platform/crypto.ts'
import { onlyRow, rows, type Tx } from '../../../platform/db/db.ts'
import { readRound, type BeaconValue } from './beacon.ts'
import { exactInterval } from './interval.ts'

/** How long recipients can be called. */
const callingTime = ({ mode }: Core['env']) => (mode === 'sandbox' ? minutes(5) : hours(24 * 30))

const Due = z.object({
  id: z.string(),
  period: z.string(),
  wanted: z.number(),
  round: z.coerce.number(),
  /** The first checkpoint with the announcement, if it was signed before the random value existed. */
  checkpoint_size: z.coerce.number().nullable(),
  root: z.string().nullable(),
})
type Due = z.output<typeof Due>

const Households = z.object({ payments: z.number(), households: z.number() })

/**
 * Draws the samples whose random value exists. Without the beacon it throws, and the next run tries again; the round stays the same.
 */
export async function drawSamples(core: Core): Promise<void> {
  const due = await rows(
    core.db,
    sql`select id, period, wanted, round::text, checkpoint.size::text as checkpoint_size, encode(root, 'hex') as root
          from samples left join lateral (
            select size, root from log_checkpoints
             where size > (select leaf_index from log_entries where type = 'sample' and subject = samples.id || '/announced')
               and signed_at < samples.round_at order by size limit 1) as checkpoint on true
         where state = 'announced' and round_at <= ${core.clock.now().toISOString()}::timestamptz order by round`,
    Due,
  )
  for (const sample of due) {
    const { checkpoint_size: size, root } = sample
    if (size === null || root === null) {
      await core.db.transaction((tx) => endWithoutDraw(core, tx, sample, 'late'))
      continue
    }
    const value = await readRound(core.env, sample.round)
    await core.db.transaction((tx) => draw(core, tx, sample, { size, root, ...value }))
  }
}

interface Source extends BeaconValue {
  readonly size: number
  /** As hex digits. */
  readonly root: string
}

async function draw(core: Core, tx: Tx, sample: Due, { size, root, randomness, signature }: Source): Promise<void> {
  const isFirst = await rows(
    tx,
    sql`select id from samples where id = ${sample.id} and state = 'announced' for update`,
    z.object({ id: z.string() }),
  )
  if (isFirst.length === 0) return
  const seed = sha256(Buffer.from(root + randomness, 'hex')).toString('hex')
  // Left out: payments fully returned by then, and erased ones, whose entries cannot be opened.
  const drawable = sql`
    select disbursements.id, coalesce(household_id, aid_applications.user_id) as household,
           row_number() over (order by sha256(decode(${seed}, 'hex') || leaf_hash))::int as place
      from log_entries join disbursements on disbursements.id = log_entries.subject::uuid
      join awards on awards.id = disbursements.award_id
      join aid_applications on aid_applications.id = awards.application_id
      left join household_members on household_members.user_id = aid_applications.user_id
     where log_entries.type = 'disbursement' and leaf_index < ${size}::bigint and salt is not null
       and to_char(sent_on, 'YYYY-"Q"Q') = ${sample.period}
       and not exists (select from log_entries as outcome
                        where outcome.type = 'outcome' and outcome.leaf_index < ${size}::bigint
                          and outcome.subject like disbursements.id || ':%'
                          and split_part(outcome.subject, ':', 2)::bigint + split_part(outcome.subject, ':', 3)::bigint >= disbursements.amount)`
  const count = (from: ReturnType<typeof sql>) =>
    onlyRow(
      tx,
      sql`select count(*)::int as payments, count(distinct household)::int as households from ${from}`,
      Households,
    )
  if ((await count(sql`(${drawable}) as payment`)).households < HOUSEHOLDS_MIN)
    return endWithoutDraw(core, tx, sample, 'few')
  const drawn = await count(sql`(${drawable}) as payment where place <= ${sample.wanted}`)
  await tx.execute(sql`
    insert into sample_payments (disbursement_id, sample_id, place)
    select id, ${sample.id}::uuid, place from (${drawable}) as payment where place <= ${sample.wanted}`)
  const now = core.clock.now()
  await tx.execute(sql`
    update samples set state = 'drawn', checkpoint_size = ${size}::bigint, randomness = ${randomness}, signature = ${signature}, seed = ${seed},
                       payments = ${drawn.payments}, households = ${drawn.households}, drawn_at = ${now.toISOString()}::timestamptz,
                       closes_at = ${after(now, callingTime(core.env)).toISOString()}::timestamptz
     where id = ${sample.id}`)
}

async function endWithoutDraw({ clock }: Core, tx: Tx, { id }: Due, reason: 'late' | 'few'): Promise<void> {
  await tx.execute(
    sql`update samples set state = 'void', void_reason = ${reason}, ended_at = ${clock.now().toISOString()}::timestamptz
         where id = ${id} and state = 'announced'`,
  )
}

const Answers = z.object({
  id: z.string(),
  payments: z.number(),
  all: z.number(),
  part: z.number(),
  none: z.number(),
  households: z.number(),
})

/**
 * Closes the samples that everyone answered or whose time is over. No one can close one earlier, as when its answers look good. Who did
 * not answer counts as not having received everything. Answers of fewer than ten households are never published.
 */
export async function closeSamples({ db, clock }: Core): Promise<void> {
  const now = sql`${clock.now().toISOString()}::timestamptz`
  await db.transaction(async (tx) => {
    // An answer that is being recorded waits for this, and is refused then (calls.ts).
    await tx.execute(sql`select id from samples where state = 'drawn' order by id for update`)
    const due = await rows(
      tx,
      sql`select samples.id, samples.payments, count(*) filter (where answer = 'all')::int as "all",
                 count(*) filter (where answer = 'part')::int as part, count(*) filter (where answer = 'none')::int as none,
                 count(distinct coalesce(household_id, aid_applications.user_id))::int as households
            from samples left join sample_payments on sample_payments.sample_id = samples.id
            left join sample_answers on sample_answers.disbursement_id = sample_payments.disbursement_id and answer <> 'not_reached'
            left join disbursements on disbursements.id = sample_answers.disbursement_id
            left join awards on awards.id = disbursements.award_id
            left join aid_applications on aid_applications.id = awards.application_id
            left join household_members on household_members.user_id = aid_applications.user_id
           where samples.state = 'drawn'
           group by samples.id having count(answer) = samples.payments or samples.closes_at <= ${now}`,
      Answers,
    )
    for (const sample of due) {
      const { low, high } = exactInterval(sample.all, sample.payments)
      const result = sql`received_all = ${sample.all}, received_part = ${sample.part}, received_none = ${sample.none},
                         share_low = ${Math.floor(low * 1000)}, share_high = ${Math.ceil(high * 1000)},`
      await tx.execute(sql`
        update samples set ${sample.households >= HOUSEHOLDS_MIN ? result : sql``} state = 'closed', ended_at = ${now}
         where id = ${sample.id}`)
    }
  })
}
