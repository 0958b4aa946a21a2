/** The search of the bar: each kind of thing that the reader's duties show them, found as its own list finds it. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { PAYOUT_STATES } from '../../../contract/aid/payout-fields.ts'
import type { SearchResult } from '../../../contract/office/search.ts'
import { hasDuty, type Duty } from '../../../contract/platform/staff-roles.ts'
import { isSlip, readSlip } from '../../../contract/platform/typed-codes.ts'
import { beneficiaryList } from '../../aid/applicants/beneficiaries.ts'
import { findCalls } from '../../aid/awards/calls.ts'
import { disbursementsIn } from '../../aid/awards/payout-groups.ts'
import { caseNumber, readCaseNumber } from '../../aid/requests/case-number.ts'
import { applicationList, asRead } from '../../aid/review/review-list.ts'
import { joinPerson, PERSON_NAME } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { rows } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { maskPhone } from '../../platform/lists/columns.ts'
import { readPage } from '../../platform/lists/list.ts'
import { administering, recordAudit } from '../../record/audit/audit.ts'

/** Few enough to choose from with the arrow keys. */
const EACH_MAX = 5

/** Finds requests, people, payouts and recipients to call. Audited as a look at a list. */
export async function searchDesk(core: Core, call: { caller: Caller; requestId: string }, search: string) {
  const { caller } = call
  const may = (duty: Duty) => hasDuty(caller.staffRoles, duty)
  const [requests, people, payouts, calls] = await Promise.all([
    may('see_requests') ? findRequests(core, caller.userId, search) : [],
    may('see_requests') ? findPeople(core, search) : [],
    may('see_money') ? findPayouts(core, caller.userId, search) : [],
    may('call_recipients') ? findRecipients(core, caller.userId, search) : [],
  ])
  const found: Readonly<Record<SearchResult['kind'], readonly SearchResult[]>> = {
    request: requests,
    person: people,
    payout: payouts,
    call: calls,
  }
  const items = bestFirst(search).flatMap((kind) => found[kind])
  const after = { filters: 'search', rows: items.length }
  const read = { action: 'list.read', subject: 'list', subjectId: 'search', after } as const
  await recordAudit(core.db, { by: administering(call), ...read }, core.clock.now())
  return { items }
}

/** The kinds in the order in which this text names them: who gives a slip asks about its payout, who calls is in the list of calls. */
function bestFirst(search: string): readonly SearchResult['kind'][] {
  if (readCaseNumber(search) !== undefined) return ['request', 'payout', 'person', 'call']
  if (isSlip(readSlip(search)) && /\d/.test(search)) return ['payout', 'call', 'request', 'person']
  if (/^\+?[\d\s()-]+$/.test(search)) return ['call', 'person', 'request', 'payout']
  return ['request', 'person', 'payout', 'call']
}

const FIRST = { limit: EACH_MAX }

async function findRequests(core: Core, userId: string, search: string) {
  const query = asRead({ search, view: 'all' as const }, { userId, now: core.clock.now() })
  const { items } = await readPage(core, applicationList, query, FIRST)
  return items.map(({ id, full_name, number, application_type, status }) => ({
    kind: 'request' as const,
    id,
    full_name,
    case_number: caseNumber(number),
    application_type,
    status,
  }))
}

async function findPeople(core: Core, search: string) {
  const { items } = await readPage(core, beneficiaryList, { search, sort: 'newest' as const }, FIRST)
  return items.map(({ id, full_name, phone }) => ({ kind: 'person' as const, id, full_name, phone }))
}

const PayoutRow = z
  .object({
    id: z.string(),
    full_name: z.string(),
    number: z.coerce.bigint(),
    slip: z.string().nullable(),
    amount: z.coerce.bigint(),
    state: z.enum(PAYOUT_STATES),
  })
  .transform(({ number, ...row }) => ({ kind: 'payout' as const, ...row, case_number: caseNumber(number) }))

function findPayouts({ db, env, clock }: Core, userId: string, search: string) {
  const reader = { userId, approves: null, now: clock.now() }
  return rows(
    db,
    sql`select disbursements.id::text, ${PERSON_NAME} as full_name, aid_applications.number::text, slip,
               disbursements.amount::text, disbursements.state
          from disbursements join awards on awards.id = disbursements.award_id
          join aid_applications on aid_applications.id = awards.application_id
               ${joinPerson(sql`aid_applications.user_id`)}
         where ${disbursementsIn(env, reader, 'all', { search })}
         order by disbursements.proposed_at desc, disbursements.id desc limit ${EACH_MAX}`,
    PayoutRow,
  )
}

async function findRecipients(core: Core, userId: string, search: string) {
  const found = await findCalls(core, userId, search, EACH_MAX)
  return found.map(({ id, full_name, slip, phone }) => ({
    kind: 'call' as const,
    id,
    full_name,
    slip,
    phone: maskPhone(phone),
  }))
}
