/** Requests of someone for another person, who agreed. The helper sees no more than the state, and until the person takes over alone. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { APPLICATION_STATUSES, HELPER_RELATIONS, type HelperRelation } from '../../../contract/aid/handling-fields.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { CAN_SIGN_IN, joinPerson, PERSON_NAME } from '../../people/sign-in/people.ts'
import type { Documents } from '../documents/documents.ts'
import type { AidRequest, Sent } from './applications.ts'
import { caseNumber } from './case-number.ts'
import { enterRequest, type IntakePerson } from './intake.ts'

export interface Helped {
  readonly person: Omit<Extract<IntakePerson, { is: 'new' }>, 'is'>
  readonly relation: HelperRelation
  /** The request, whose documents are the helper's. */
  readonly request: AidRequest
}

/**
 * Asks for another person, who gets a profile without sign-in: whoever is known under the same number stays untouched, and reviewers see both.
 * @throws AppError `own_request` (staff, who enter requests at their desk), and what {@link enterRequest} throws
 */
export async function askForOther(core: Documents, caller: Caller, helped: Helped, sent: Sent) {
  if (caller.role === 'admin')
    throw new AppError('own_request', { detail: 'Staff enter requests for others at their desk, as a new request.' })
  const { person, relation, request } = helped
  const { application, fullName } = await enterRequest(
    core,
    { userId: caller.userId, audited: { applicantId: caller.userId } },
    { channel: 'helper', helperRelation: relation, person: { is: 'new', ...person }, request, beyondReason: null },
    sent,
  )
  const { number, status, dueAt, waitingSince, createdAt } = application
  const sentNow = { full_name: fullName, due_at: dueAt, waiting_since: waitingSince, created_at: createdAt }
  return viewOf({ number, status, ...sentNow, is_taken_over: false })
}

const Row = z.object({
  number: z.coerce.bigint(),
  full_name: z.string(),
  status: z.enum(APPLICATION_STATUSES),
  due_at: z.coerce.date().nullable(),
  waiting_since: z.coerce.date().nullable(),
  created_at: z.coerce.date(),
  relation: z.enum(HELPER_RELATIONS),
  is_taken_over: z.boolean(),
})

const readHelped = (db: Db | Tx, helperId: string) =>
  rows(
    db,
    sql`select number::text, ${PERSON_NAME} as full_name, status, due_at, waiting_since, aid_applications.created_at, helper_relation as relation,
               ${CAN_SIGN_IN} as is_taken_over
          from aid_applications ${joinPerson(sql`aid_applications.user_id`)}
         where entered_by = ${helperId}::uuid and channel = 'helper' and erased_at is null
         order by aid_applications.created_at desc, aid_applications.id desc`,
    Row,
  )

/** Everyone for whom this account asked, newest first; without those whose account is closed. */
export async function listHelped({ db }: Core, helperId: string) {
  return (await readHelped(db, helperId)).map(viewOf)
}

/** Once the person signs in for themselves, name and state are theirs alone. */
const viewOf = ({ number, status, created_at, ...row }: Omit<z.output<typeof Row>, 'relation'>) => ({
  case_number: caseNumber(number),
  created_at,
  standing: row.is_taken_over
    ? null
    : {
        full_name: row.full_name,
        status,
        due_at: row.waiting_since ? null : row.due_at,
        waiting_for_them: row.waiting_since !== null,
      },
})

/** In a helper's data export: that they asked, and nothing about the person. The request stays the person's when the account is closed. */
export const helpedPart: AccountPart = {
  name: 'requests_for_others',
  async collect(db, userId) {
    return (await readHelped(db, userId)).map(({ number, relation, created_at: createdAt }) => ({
      case_number: caseNumber(number),
      relation,
      created_at: createdAt,
    }))
  },
  async erase() {
    // Staff keep seeing that a closed account asked.
  },
}
