/**
 * The drawn recipients, for callers from outside: people whose only role is to call. They see a name, a number and the month, never an
 * amount, and no payment in which they had a part.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ConfirmationAnswer } from '../../../../contract/aid/payout-fields.ts'
import type { StaffRole } from '../../../../contract/platform/staff-roles.ts'
import { isTiedTo } from '../../../aid/requests/impartial.ts'
import { recordAudit, type Administering } from '../../../record/audit/audit.ts'
import { joinPerson, PERSON_NAME } from '../../../people/sign-in/people.ts'
import type { Core } from '../../../platform/core.ts'
import { onlyRow, rows, type Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { recordAnswerIn } from '../../../aid/awards/confirmations.ts'

export type SampleAnswer = ConfirmationAnswer | 'not_reached'

/** Reading alone does not make a person one of those who decide or pay. */
const OUTSIDE: ReadonlySet<StaffRole> = new Set(['caller', 'auditor'])

/** @throws AppError `forbidden`: they decide, pay or administer too */
export function requireOutside(roles: readonly StaffRole[]): void {
  if (!roles.every((role) => OUTSIDE.has(role)))
    throw new AppError('forbidden', { detail: 'This list is for people whose only role is to call recipients.' })
}

/** Drawn, not answered, and without a part of this person in it: the database refuses their answer too. */
const callable = (userId: string) => sql`
  from sample_payments join samples on samples.id = sample_payments.sample_id and samples.state = 'drawn'
  join disbursements on disbursements.id = sample_payments.disbursement_id
  join awards on awards.id = disbursements.award_id
  join aid_applications on aid_applications.id = awards.application_id
  ${joinPerson(sql`aid_applications.user_id`)}
 where users.closed_at is null
   and not exists (select from sample_answers where sample_answers.disbursement_id = disbursements.id and answer <> 'not_reached')
   and not ${isTiedTo(sql`${userId}::uuid`, sql`aid_applications.id`)}
   and (${userId}::uuid = any (array[awards.proposed_by, awards.granted_by] || hands_of(disbursements))) is not true
   and not exists (select from confirmations
                    where confirmations.disbursement_id = disbursements.id and recorded_by = ${userId}::uuid)`

const TRIES = sql`(select count(*)::int from sample_answers where sample_answers.disbursement_id = disbursements.id)`

const CallRow = z.object({
  id: z.string(),
  full_name: z.string(),
  phone: z.string(),
  month: z.string(),
  tries: z.number(),
})

/** The fewest tries first, then in the order of the draw. */
export async function listSampleCalls({ db, clock }: Core, by: Administering) {
  const items = await rows(
    db,
    sql`select disbursements.id::text, ${PERSON_NAME} as full_name, coalesce(profiles.phone, '') as phone,
               to_char(disbursements.sent_on, 'YYYY-MM') as month, ${TRIES} as tries
          ${callable(by.userId)} order by tries, samples.period, place`,
    CallRow,
  )
  const read = {
    action: 'list.read',
    subject: 'list',
    subjectId: 'sample-calls',
    after: { rows: items.length },
  } as const
  await db.transaction((tx) => recordAudit(tx, { by, ...read }, clock.now()))
  return { items }
}

const Found = z.object({ id: z.string(), state: z.string() })

/**
 * Keeps what a recipient said. Where the payment waits for its confirmation, this is one.
 * @throws AppError `not_found` (also of a payment in which the caller had a part), `already_decided`: it was answered meanwhile
 */
export async function recordSampleAnswer(core: Core, by: Administering, id: string, answer: SampleAnswer) {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    await lockSampleOf(tx, id)
    const [found] = await rows(
      tx,
      sql`select disbursements.id::text, disbursements.state ${callable(by.userId)} and disbursements.id = ${id}::uuid`,
      Found,
    )
    if (!found) throw new AppError((await hasAnswer(tx, id)) ? 'already_decided' : 'not_found')
    await tx.execute(sql`
      insert into sample_answers (id, disbursement_id, answer, recorded_by, recorded_at)
      values (${newId()}, ${id}, ${answer}, ${by.userId}, ${now.toISOString()}::timestamptz)`)
    await recordAudit(tx, { by, action: 'sample.answer_recorded', subject: 'disbursement', subjectId: id }, now)
    if (answer !== 'not_reached' && (found.state === 'sent' || found.state === 'disputed'))
      await recordAnswerIn(core, tx, by, id, { answer, how: 'call' })
    const { tries } = await onlyRow(
      tx,
      sql`select ${TRIES} as tries from disbursements where id = ${id}::uuid`,
      z.object({ tries: z.number() }),
    )
    return { id, tries }
  })
}

/** Locks the sample, so that it stays open until the answer is stored, and stores one answer at a time. */
const lockSampleOf = (tx: Tx, id: string) =>
  tx.execute(sql`
    select samples.id from samples join sample_payments on sample_payments.sample_id = samples.id
     where disbursement_id = ${id}::uuid for update of samples`)

async function hasAnswer(tx: Tx, id: string): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select answer from sample_answers where disbursement_id = ${id}::uuid and answer <> 'not_reached'`,
    z.object({ answer: z.string() }),
  )
  return found.length > 0
}
