/**
 * Samples of payments. Announcing a quarter names the round of a public random value that is not published yet. That value and the first
 * checkpoint after the announcement decide which payments are drawn (draw.ts), so staff cannot choose them. A quarter is drawn once.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { BEACONS } from '../../../../contract/proof/beacon.ts'
import { HOUSEHOLDS_MIN } from '../../../../contract/proof/proof-fields.ts'
import { SAMPLE_STATES, VOID_REASONS } from '../../../../contract/proof/sample-endpoints.ts'
import { recordAudit, type Administering } from '../../../record/audit/audit.ts'
import { after, hours, minutes } from '../../../platform/clock.ts'
import type { Core } from '../../../platform/core.ts'
import { rows, type Db, type Tx } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { roundAfter, timeOfRound } from './beacon.ts'

/** The daily checkpoint signs the announcement before its random value exists. In the sandbox there is one each minute. */
const untilRound = ({ mode }: Core['env']) => (mode === 'sandbox' ? minutes(3) : hours(48))

/**
 * @returns the id of the sample
 * @throws AppError `invalid_input`: the quarter has not ended, has fewer than ten households, or was announced already
 */
export async function announceSample(
  core: Core,
  by: Administering,
  { period, payments }: { readonly period: string; readonly payments: number },
): Promise<string> {
  const now = core.clock.now()
  const round = roundAfter(after(now, untilRound(core.env)))
  const id = newId()
  try {
    await core.db.transaction(async (tx) => {
      const found = (await readPeriods(core, tx)).find((each) => each.period === period)
      if (!found?.ended) throw refused('No payments were made then, or the quarter has not ended.')
      if (found.households < HOUSEHOLDS_MIN)
        throw refused('Fewer than ten households were paid then, so nothing can be published about them.')
      await tx.execute(sql`
        insert into samples (id, period, wanted, beacon, round, round_at, announced_by, announced_at)
        values (${id}, ${period}, ${payments}, ${BEACONS[core.env.beacon].name}, ${round}, ${timeOfRound(round).toISOString()}::timestamptz,
                ${by.userId}, ${now.toISOString()}::timestamptz)`)
      await recordAudit(tx, { by, action: 'sample.announced', subject: 'sample', subjectId: id }, now)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'samples_drawn_once'))
      throw refused('This quarter was announced already. It is drawn once.')
    throw error
  }
  return id
}

const refused = (message: string) => new AppError('invalid_input', { fields: [{ field: 'period', message }] })

const Period = z.object({ period: z.string(), households: z.number(), ended: z.boolean(), taken: z.boolean() })

/** The quarters in which payments were handed over, newest first. */
function readPeriods({ clock, env }: Core, db: Db | Tx) {
  const now = sql`to_char(${clock.now().toISOString()}::timestamptz at time zone 'Africa/Lagos', 'YYYY-"Q"Q')`
  return rows(
    db,
    sql`select period, households, ${env.mode === 'sandbox'} or period < ${now} as ended,
               exists (select from samples where samples.period = paid.period and state <> 'void') as taken
          from (select to_char(sent_on, 'YYYY-"Q"Q') as period,
                       count(distinct coalesce(household_id, aid_applications.user_id))::int as households
                  from disbursements join awards on awards.id = disbursements.award_id
                  join aid_applications on aid_applications.id = awards.application_id
                  left join household_members on household_members.user_id = aid_applications.user_id
                 where disbursements.state in ('sent', 'confirmed', 'disputed') group by 1) as paid
         order by period desc`,
    Period,
  )
}

/** The quarters that can be announced now. */
export async function readOpenPeriods(core: Core): Promise<string[]> {
  const found = await readPeriods(core, core.db)
  return found.flatMap(({ period, households, ended, taken }) =>
    ended && !taken && households >= HOUSEHOLDS_MIN ? [period] : [],
  )
}

const SampleRow = z.object({
  id: z.string(),
  period: z.string(),
  state: z.enum(SAMPLE_STATES),
  void_reason: z.enum(VOID_REASONS).nullable(),
  announced_at: z.coerce.date(),
  wanted: z.number(),
  beacon: z.string(),
  round: z.coerce.number(),
  round_at: z.coerce.date(),
  payments: z.number().nullable(),
  drawn_at: z.coerce.date().nullable(),
  closes_at: z.coerce.date().nullable(),
  checkpoint_size: z.coerce.number().nullable(),
  root: z.string().nullable(),
  randomness: z.string().nullable(),
  signature: z.string().nullable(),
  seed: z.string().nullable(),
  received_all: z.number().nullable(),
  received_part: z.number().nullable(),
  received_none: z.number().nullable(),
  share_low: z.number().nullable(),
  share_high: z.number().nullable(),
})
type SampleRow = z.output<typeof SampleRow>

/** What everyone sees, newest first. */
export async function readSamples(db: Db) {
  const found = await rows(
    db,
    sql`select samples.id, period, state, void_reason, announced_at, wanted, beacon, round::text, round_at, payments, drawn_at, closes_at,
               checkpoint_size::text, encode(root, 'base64') as root, randomness, signature, seed,
               received_all, received_part, received_none, share_low, share_high
          from samples left join log_checkpoints on log_checkpoints.size = checkpoint_size
         order by period desc, announced_at desc`,
    SampleRow,
  )
  return found.map(published)
}

function published(row: SampleRow) {
  const { id, period, state, void_reason, announced_at, wanted, beacon, round, round_at } = row
  const sample = { id, period, state, void_reason, announced_at, wanted, beacon, round, round_at }
  return { ...sample, draw: drawOf(row), answers: answersOf(row) }
}

function drawOf({ drawn_at, closes_at, payments, checkpoint_size, root, randomness, signature, seed }: SampleRow) {
  if (!drawn_at || !closes_at || payments === null || checkpoint_size === null) return null
  if (root === null || randomness === null || seed === null) return null
  return { drawn_at, closes_at, payments, checkpoint_size, root, randomness, signature, seed }
}

function answersOf({ received_all: all, received_part: part, received_none: none, share_low, share_high }: SampleRow) {
  if (all === null || part === null || none === null || share_low === null || share_high === null) return null
  return { all, part, none, share_low: share_low / 10, share_high: share_high / 10 }
}

const Progress = z.object({
  id: z.string(),
  answered: z.number(),
  contradicted: z.array(z.object({ disbursement_id: z.string(), application_id: z.string() })),
})

/** The same for staff, with what is not published. */
export async function readStaffSamples(db: Db) {
  const progress = await rows(
    db,
    sql`select samples.id, count(sample_answers.id)::int as answered,
               coalesce(jsonb_agg(jsonb_build_object('disbursement_id', disbursements.id, 'application_id', awards.application_id)
                                  order by disbursements.id)
                          filter (where sample_answers.answer in ('part', 'none') and disbursements.state = 'confirmed'), '[]') as contradicted
          from samples left join sample_payments on sample_payments.sample_id = samples.id
          left join sample_answers on sample_answers.disbursement_id = sample_payments.disbursement_id and answer <> 'not_reached'
          left join disbursements on disbursements.id = sample_payments.disbursement_id
          left join awards on awards.id = disbursements.award_id
         group by samples.id`,
    Progress,
  )
  const ofSample = new Map(progress.map(({ id, ...each }) => [id, each]))
  return (await readSamples(db)).map((sample) =>
    Object.assign(sample, ofSample.get(sample.id) ?? { answered: 0, contradicted: [] }),
  )
}
