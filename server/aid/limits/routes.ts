/** HTTP for the limits of paying out. The rules are in limits.ts. */
import { limitEndpoints } from '../../../contract/aid/limits.ts'
import { administering } from '../../record/audit/audit.ts'
import { personIn, readPeople } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { invariant } from '../../platform/errors.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { findProposedLimits, listChanges, proposeLimits, readLimits, viewLimits } from './limits.ts'

const SHOWN_MAX = 20

/** Returns the confirmer of a confirmed proposal. */
function decider({ decidedBy }: { readonly decidedBy: string | null }): string {
  invariant(decidedBy !== null, 'what is confirmed was confirmed by someone')
  return decidedBy
}

export function limitRoutes(core: Core) {
  return serveEndpoints(core, limitEndpoints, {
    'GET /api/admin/limits': ({ caller }) => viewAll(core, caller.userId),
    'POST /api/admin/limits': async (call) => {
      const { body } = call
      await proposeLimits(core, administering(call), {
        secondStepAbove: body.second_step_above,
        threePeopleAbove: body.three_people_above,
        releasedADayMax: body.released_a_day_max,
        changedAccountHours: body.changed_account_hours,
        reason: body.reason,
      })
      return viewAll(core, call.caller.userId)
    },
  })
}

function viewAll({ db, clock }: Core, userId: string) {
  return db.transaction(async (tx) => {
    const { since: _since, ...inForce } = await readLimits(tx)
    const open = await findProposedLimits(tx, clock.now())
    const changes = await listChanges(tx, SHOWN_MAX)
    const people = await readPeople(tx, [
      ...(open ? [open.proposal.proposedBy] : []),
      ...changes.flatMap(({ proposal }) => [proposal.proposedBy, decider(proposal)]),
    ])
    return {
      limits: viewLimits(inForce),
      proposal: open && {
        ...viewProposal(open.proposal, people, userId, { isOver: open.proposal.lapsed }),
        limits: viewLimits(open.limits),
      },
      changes: changes.map(({ limits, proposal }) => ({
        id: proposal.id,
        limits: viewLimits(limits),
        reason: proposal.reason,
        proposed_by: personIn(people, proposal.proposedBy),
        confirmed_by: personIn(people, decider(proposal)),
        since: proposal.decidedAt ?? proposal.proposedAt,
      })),
    }
  })
}
