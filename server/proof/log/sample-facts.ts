/**
 * The entries of samples. Everyone reads what was announced, what decided the draw and what came out. Which payments were drawn and what
 * their recipients said is sealed, for auditors.
 */
import { sql, type SQL } from 'drizzle-orm'
import { dayOf, field, type Fact } from './fact.ts'

const SAMPLE = { table: 'samples', row: sql`samples.id` }

/** One of the steps of a sample, in clear. */
function step(name: 'announced' | 'drawn' | 'ended', where: SQL, fields: Fact['fields']): Fact {
  return {
    type: 'sample',
    source: 'samples',
    table: sql`samples left join log_checkpoints on log_checkpoints.size = samples.checkpoint_size`,
    where,
    counts: 'state',
    subject: sql`samples.id || ${`/${name}`}::text`,
    clear: true,
    step: `/${name}`,
    fields: [
      field('step', sql`${name}::text`, 'state'),
      field('sample', sql`samples.id`, 'id'),
      field('period', sql`period`),
      ...fields,
    ],
  }
}

export const SAMPLE_FACTS: readonly Fact[] = [
  step('announced', sql`true`, [
    field('day', dayOf(sql`announced_at`), 'announced_at'),
    field('wanted', sql`wanted`),
    field('beacon', sql`beacon`),
    field('round', sql`round`),
  ]),
  step('drawn', sql`seed is not null`, [
    field('checkpoint', sql`checkpoint_size`, 'checkpoint_size'),
    field('root', sql`encode(root, 'hex')`, 'root', {
      of: { table: 'log_checkpoints', row: sql`log_checkpoints.size` },
    }),
    field('randomness', sql`randomness`),
    field('signature', sql`signature`),
    field('seed', sql`seed`),
    field('payments', sql`payments`),
  ]),
  step('ended', sql`ended_at is not null`, [
    field('state', sql`state`),
    field('reason', sql`void_reason`, 'void_reason'),
    field('payments', sql`payments`),
    field('all', sql`received_all`, 'received_all'),
    field('part', sql`received_part`, 'received_part'),
    field('none', sql`received_none`, 'received_none'),
    field('share_low', sql`share_low`),
    field('share_high', sql`share_high`),
  ]),
  {
    type: 'sampled',
    source: 'sample_payments',
    table: sql`sample_payments left join samples on samples.id = sample_payments.sample_id`,
    where: sql`true`,
    counts: 'disbursement_id',
    subject: sql`sample_payments.disbursement_id`,
    fields: [
      field('disbursement', sql`sample_payments.disbursement_id`, 'disbursement_id'),
      field('place', sql`sample_payments.place`),
      field('sample', sql`sample_payments.sample_id`, 'sample_id'),
      field('period', sql`samples.period`, 'period', { of: SAMPLE }),
      field('checkpoint', sql`samples.checkpoint_size`, 'checkpoint_size', { of: SAMPLE }),
      field('seed', sql`samples.seed`, 'seed', { of: SAMPLE }),
    ],
  },
  {
    type: 'sample_answer',
    source: 'sample_answers',
    table: sql`sample_answers`,
    where: sql`sample_answers.answer <> 'not_reached'`,
    counts: 'answer',
    subject: sql`sample_answers.disbursement_id`,
    fields: [
      field('disbursement', sql`sample_answers.disbursement_id`, 'disbursement_id'),
      field('answer', sql`sample_answers.answer`),
      field('recorded_by', sql`sample_answers.recorded_by`),
    ],
  },
]
