/** HTTP for moving what is left of closed funds. The rules are in fund-moves.ts. */
import { fundMoveEndpoints } from '../../../contract/money/fund-moves.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { personIn, readPeople } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { administering } from '../../record/audit/audit.ts'
import { findProposedMove, listMoves, proposeMove, readClosedFunds, type Move } from './fund-moves.ts'

const SHOWN_MAX = 20

export function fundMoveRoutes(core: Core) {
  return serveEndpoints(core, fundMoveEndpoints, {
    'GET /api/admin/fund-moves': ({ caller }) => viewAll(core, caller.userId),
    'POST /api/admin/fund-moves': async (call) => {
      await proposeMove(core, administering(call), call.body)
      return viewAll(core, call.caller.userId)
    },
  })
}

function viewAll({ db, clock }: Core, userId: string) {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const open = await findProposedMove(tx, now)
    const moves = await listMoves(tx, SHOWN_MAX)
    const deciders = [open?.proposal, ...moves.map(({ proposal }) => proposal)].flatMap((proposal) =>
      proposal ? [proposal.proposedBy, proposal.decidedBy] : [],
    )
    const people = await readPeople(
      tx,
      deciders.filter((id) => id !== null),
    )
    const nameOf = (id: string | null | undefined) => (id ? personIn(people, id) : null)
    return {
      closed: await readClosedFunds(tx, now),
      proposal: open && {
        ...viewProposal(open.proposal, people, userId, { isOver: open.isOver }),
        move: partsOf(open.move),
      },
      moves: moves.map(({ move, proposal }) => ({
        id: move.id,
        source: move.source,
        target: move.target,
        amount: move.amount,
        moved_at: move.movedAt,
        taken_back: move.takenBackOf !== null,
        reason: proposal?.reason ?? null,
        proposed_by: nameOf(proposal?.proposedBy),
        confirmed_by: nameOf(proposal?.decidedBy),
      })),
    }
  })
}

const partsOf = ({ source, target, amount }: Move) => ({ source, target, amount })
