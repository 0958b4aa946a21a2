/** Acts that no one on the team may do: everyone with the role is tied to the request, or has signed before. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { UNCOVERED_ACTS } from '../../../contract/aid/payout-fields.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { WAITS_FOR_CHECK } from '../payees/standing.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import { isSole } from './sole-administrator.ts'

const Row = z.object({ application_id: z.string(), act: z.enum(UNCOVERED_ACTS) })

/** More than people read. */
const SHOWN_MAX = 200

/**
 * Reads them, oldest request first, at most 200.
 * @param requestId only of this request
 */
export async function readUncoveredActs({ env }: Pick<Core, 'env'>, db: Db | Tx, now: Date, requestId?: string) {
  const sole = await isSole({ env }, db)
  const ofRequest = requestId === undefined ? sql`true` : sql`request.id = ${requestId}::uuid`
  // A lone administrator signs twice.
  const signing = sql`proposals.state = 'proposed' and proposals.expires_at > ${now.toISOString()}::timestamptz`
  const signed = sql`(case when proposals.signers = 1 and ${sole} then '{}'::uuid[] else array[proposals.proposed_by] end
    || array(select approved_by from proposal_approvals where proposal_id = proposals.id))`
  const missing = sql`greatest(1, proposals.signers - 1 - (select count(*) from proposal_approvals where proposal_id = proposals.id))`
  return rows(
    db,
    sql`with staff as materialized (
          select profiles.user_id, ${withDuty('decide_requests')} as decides, ${withDuty('propose_payments')} as proposes,
                 ${withDuty('handle_money')} as pays
            from profiles where profiles.role = 'admin'),
        tied as materialized (
          select staff.user_id, ties.application_id from staff cross join lateral tied_requests(staff.user_id) as ties),
        request as (select id, created_at, status, due_at from aid_applications as request where erased_at is null and ${ofRequest}),
        waiting as (
          select id, 'decide' as act, '{}'::uuid[] as signed, 1 as missing from request where due_at is not null
          union all
          select id, 'propose', '{}', 1 from request
           where status = 'approved' and not exists (select from awards where application_id = request.id and state <> 'cancelled')
          union all
          select request.id, 'grant', ${signed}, ${missing}
            from request join proposals on proposals.kind = 'award' and proposals.subject_id = request.id and ${signing}
          union all
          select request.id, case when proposals.id is null then 'check_account' else 'confirm_account' end,
                 case when proposals.id is null then '{}' else array[proposals.proposed_by, payees.proposed_by] end, 1
            from request join payees on payees.application_id = request.id and replaced_at is null and ${WAITS_FOR_CHECK}
            left join proposals on proposals.kind = 'payee' and proposals.subject_id = payees.id and ${signing}
          union all
          select request.id, 'release', ${signed}, ${missing}
            from request join awards on awards.application_id = request.id and awards.state = 'granted'
            join disbursements on disbursements.award_id = awards.id and disbursements.state = 'proposed'
            join proposals on proposals.kind = 'disbursement' and proposals.subject_id = disbursements.id and ${signing}
          union all
          select request.id, 'hand_over', '{}', 1
            from request join awards on awards.application_id = request.id
            join disbursements on disbursements.award_id = awards.id and disbursements.state = 'released')
        select id::text as application_id, act from waiting join request using (id)
         where missing > (
           select count(*) from staff
            where case when act = 'decide' then decides when act in ('propose', 'check_account') then proposes else pays end
              and staff.user_id <> all(signed) and (staff.user_id, waiting.id) not in (select user_id, application_id from tied))
         order by request.created_at, id limit ${SHOWN_MAX}`,
    Row,
  )
}

/** Reads the uncovered acts of one request, each once. */
export const readUncovered = (core: Pick<Core, 'env' | 'clock'>) => async (tx: Tx, requestId: string) => [
  ...new Set((await readUncoveredActs(core, tx, core.clock.now(), requestId)).map(({ act }) => act)),
]
