/**
 * Whom to call: applicants who asked for a call or whom a letter did not reach, and recipients to whom something was handed over a week ago, who have not said whether it
 * arrived.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { callEndpoints } from '../../../contract/aid/calls.ts'
import { CALL_OUTCOMES, CALL_REASONS, type CallOutcome } from '../../../contract/aid/queue-fields.ts'
import { PHONE_DOUBTS } from '../../../contract/people/number-doubt.ts'
import { readSlip } from '../../../contract/platform/typed-codes.ts'
import { caseNumber } from '../requests/case-number.ts'
import { isTiedTo } from '../requests/impartial.ts'
import { recordCall } from '../review/calls.ts'
import { recordAct } from '../review/lock-for-review.ts'
import { administering, recordAudit, type Administering } from '../../record/audit/audit.ts'
import { namesOfFilters } from '../../record/audit/lists.ts'
import { searchCondition } from '../../record/profiles/search.ts'
import { CALL_NUMBER, joinPerson, personIn, PERSON_NAME, readPeople } from '../../people/sign-in/people.ts'
import { after } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { allOf } from '../../platform/db/conditions.ts'
import { rows } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { countUpTo } from '../../platform/lists/counted.ts'
import { lockToAnswer } from './confirmations.ts'
import { waitingTimes } from './waiting-times.ts'

/** More than people call in a day. A call in vain counts as a turn, and makes room for the next person. */
const SHOWN_MAX = 200

const PersonRow = z.object({
  id: z.string(),
  full_name: z.string(),
  phone: z.string(),
  number_doubt: z.enum(PHONE_DOUBTS).nullable(),
  outcome: z.enum(CALL_OUTCOMES).nullable(),
  called_by: z.string().nullable(),
  called_at: z.coerce.date().nullable(),
})
const CallRow = PersonRow.extend({ slip: z.string(), sent_on: z.string(), disputed: z.boolean() })
const OwedRow = PersonRow.extend({
  case_number: z.coerce.bigint().transform(caseNumber),
  reasons: z.array(z.enum(['asked', ...CALL_REASONS])),
  since: z.coerce.date(),
  words: z.string().nullable(),
})

/** The number to call, and whether someone else may answer. */
const NUMBER = sql`coalesce(${CALL_NUMBER}, '') as phone, users.phone_doubt as number_doubt`

export function callRoutes(core: Core) {
  return serveEndpoints(core, callEndpoints, {
    'GET /api/admin/calls': (call) => listCalls(core, administering(call), call.query),
    'POST /api/admin/applications/:id/owed-call': (call) =>
      recordOwedCall(core, administering(call), call.params.id, call.body),
    'POST /api/admin/payouts/:id/call-attempts': async (call) => ({
      id: await recordAttempt(core, administering(call), call.params.id, call.body.outcome),
    }),
  })
}

/** Recipients whose answer the reader may record, first the one whom no one has called for the longest. Reading is audited. */
async function listCalls(core: Core, by: Administering, query: { readonly search?: string | undefined }) {
  const { db, clock } = core
  const found = await findCalls(core, by.userId, query.search, SHOWN_MAX)
  const owed = await findOwedCalls(core, by.userId, query.search)
  const people = await readPeople(
    db,
    [...found, ...owed].flatMap(({ called_by: caller }) => caller ?? []),
  )
  const after = { rows: found.length + owed.length, filters: namesOfFilters(query) }
  await recordAudit(db, { by, action: 'list.read', subject: 'list', subjectId: 'calls', after }, clock.now())
  return {
    owed: owed.map((call) => view(call, people)),
    items: found.map((call) => view(call, people)),
  }
}

function view<Call extends z.output<typeof PersonRow>>(
  { outcome, called_by: caller, called_at: at, ...call }: Call,
  people: Awaited<ReturnType<typeof readPeople>>,
) {
  const lastCall = outcome && caller !== null && at ? { outcome, at, by: personIn(people, caller) } : null
  return { ...call, last_call: lastCall }
}

/** @param search a name, a telephone number or a slip; undefined for all */
export function findCalls({ db, clock, env }: Core, userId: string, search: string | undefined, limit: number) {
  const since = after(clock.now(), -waitingTimes(env).call).toISOString()
  return rows(
    db,
    sql`select disbursements.id::text, slip, ${PERSON_NAME} as full_name, ${NUMBER},
               sent_on::text, disbursements.state = 'disputed' as disputed, called.act as outcome,
               called.user_id::text as called_by, called.created_at as called_at
          from disbursements join awards on awards.id = disbursements.award_id
          join aid_applications on aid_applications.id = awards.application_id
               ${joinPerson(sql`aid_applications.user_id`)}
          ${lastCallSince(sql`disbursements.sent_at`)}
         where disbursements.slip is not null and ${mayCall(userId)}
           and ${userId}::uuid = any (hands_of(disbursements)) is not true
           and (disbursements.state = 'disputed'
                or (disbursements.state = 'sent' and disbursements.sent_at <= ${since}::timestamptz)
                or (disbursements.state = 'sent' and exists (
                  select from owed_calls where disbursement_id = disbursements.id and ended_at is null)))
           and ${matching(search)}
         order by coalesce(called.created_at, disbursements.sent_at), disbursements.id limit ${limit}`,
    CallRow,
  )
}

/** The newest call about a request since then. */
const lastCallSince = (since: SQL) => sql`left join lateral (
  select act, user_id, created_at from request_acts
   where application_id = aid_applications.id and created_at >= ${since}
     and act = any (${`{${CALL_OUTCOMES.join(',')}}`}::text[])
   order by created_at desc, id desc limit 1) as called on true`

/** The calls that are owed about requests, and which this person may make: not about what went through their hands. */
const owedTo = (userId: string) => sql`(
  select application_id, 'asked' as reason, created_at, null as words from applicant_acts where act = 'call_asked' and ended_at is null
   union all
  select application_id, reason, created_at, words from owed_calls
   where ended_at is null and not exists (
     select from disbursements where id = owed_calls.disbursement_id and ${userId}::uuid = any (hands_of(disbursements))))`

/** Applicants whom this person may call about their request: `owed` has one row for each. */
const joinOwed = (userId: string) => sql`
  (select application_id, array_agg(reason order by created_at, reason) as reasons, min(created_at) as since, max(words) as words
     from ${owedTo(userId)} as each_owed group by application_id) as owed
  join aid_applications on aid_applications.id = owed.application_id
       ${joinPerson(sql`aid_applications.user_id`)}`

/** The condition that the reader may call about a request: it is not erased, and they are not tied to it. */
const mayCall = (userId: string) => sql`(users.closed_at is null and aid_applications.erased_at is null
  and not ${isTiedTo(sql`${userId}::uuid`, sql`aid_applications.id`)})`

/** Counts the calls that applicants asked for, of those that this person finds in Calls. */
export const countAskedCalls = (core: Core, userId: string) =>
  countUpTo(core, sql`from ${joinOwed(userId)} where ${mayCall(userId)} and 'asked' = any (reasons)`)

/** Applicants to call about their request, first the one whom no one has called for the longest. */
function findOwedCalls({ db }: Core, userId: string, search: string | undefined) {
  return rows(
    db,
    sql`select aid_applications.id::text, number::text as case_number, ${PERSON_NAME} as full_name, ${NUMBER},
               reasons, since, words, called.act as outcome, called.user_id::text as called_by, called.created_at as called_at
          from ${joinOwed(userId)} ${lastCallSince(sql`since`)}
         where ${mayCall(userId)} and ${search === undefined ? sql`true` : (searchCondition(search) ?? sql`false`)}
         order by coalesce(called.created_at, since), aid_applications.id limit ${SHOWN_MAX}`,
    OwedRow,
  )
}

function matching(search: string | undefined): SQL {
  if (search === undefined) return allOf([])
  return sql`(${searchCondition(search) ?? sql`false`} or disbursements.slip = ${readSlip(search)})`
}

/**
 * Records a call without an answer in the timeline of the request, and audits it.
 * @throws AppError as recording the answer: `not_found`, `own_request`, `second_administrator_needed`, `already_decided`
 * @returns the id of the act
 */
function recordAttempt({ db, clock }: Core, by: Administering, id: string, outcome: CallOutcome): Promise<string> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const { request } = await lockToAnswer(tx, by, id)
    const actId = await recordAct(tx, request.id, { by, now }, { act: outcome })
    const called = { action: 'application.called', subject: 'application', subjectId: request.id } as const
    await recordAudit(tx, { by, ...called, personId: request.userId, after: { outcome } }, now)
    return actId
  })
}

/**
 * Records a call that is owed to an applicant.
 * @throws AppError `not_found`: no call is owed; `own_request`
 */
function recordOwedCall(
  core: Core,
  by: Administering,
  id: string,
  { outcome, text }: { readonly outcome: CallOutcome; readonly text?: string | undefined },
) {
  return recordCall(core, by, id, {
    outcome,
    text,
    expectedVersion: undefined,
    async refuse(tx) {
      const owed = sql`select from ${owedTo(by.userId)} as owed where application_id = ${id}::uuid limit 1`
      if ((await rows(tx, owed, z.unknown())).length > 0) return
      throw new AppError('not_found', { detail: 'This call is not owed: it was made, or the applicant canceled it.' })
    },
  })
}
