/** HTTP for the funds as staff change them. The rules are in changes.ts. */
import { fundEndpoints } from '../../../contract/money/fund-changes.ts'
import { administering } from '../../record/audit/audit.ts'
import { personIn, readPeople } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { invariant } from '../../platform/errors.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { readFollowers } from '../ledger/fund-moves.ts'
import { findProposedFund, listFundChanges, proposeFund, stateOf, type FundState } from './changes.ts'
import { readFunds } from './funds.ts'

const SHOWN_MAX = 20

export function fundRoutes(core: Core) {
  return serveEndpoints(core, fundEndpoints, {
    'GET /api/admin/funds': ({ caller }) => viewAll(core, caller.userId),
    'POST /api/admin/funds': async (call) => {
      const { key, kinds, for_critical: forCritical, pays_for: paysFor, open, new: isNew, ...told } = call.body
      const wanted = { ...told, fund: key, kinds: [...new Set(kinds)], forCritical, paysFor, closed: !open, isNew }
      await proposeFund(core, administering(call), wanted)
      return viewAll(core, call.caller.userId)
    },
  })
}

const viewFund = ({ fund, title, purpose, icon, place, kinds, forCritical, paysFor, closed }: FundState) => ({
  key: fund,
  title,
  purpose,
  icon,
  place,
  kinds,
  for_critical: forCritical,
  pays_for: [...paysFor],
  open: !closed,
})

function viewAll({ db, clock }: Core, userId: string) {
  return db.transaction(async (tx) => {
    const all = await readFunds(tx)
    const open = await findProposedFund(tx, clock.now())
    const changes = (await listFundChanges(tx, SHOWN_MAX)).map(({ fund, proposal }) => {
      const { decidedBy, decidedAt } = proposal
      invariant(decidedBy && decidedAt, 'what is confirmed was confirmed by someone')
      return { fund, proposal, decidedBy, decidedAt }
    })
    const people = await readPeople(tx, [
      ...(open ? [open.proposal.proposedBy] : []),
      ...changes.flatMap(({ proposal, decidedBy }) => [proposal.proposedBy, decidedBy]),
    ])
    return {
      funds: all.map((fund) => viewFund(stateOf(fund))),
      moved: [...(await readFollowers(tx)).keys()],
      proposal: open && {
        ...viewProposal(open.proposal, people, userId, { isOver: open.proposal.lapsed }),
        fund: viewFund(open.fund),
      },
      changes: changes.map(({ fund, proposal, decidedBy, decidedAt }) => ({
        id: proposal.id,
        fund: viewFund(fund),
        reason: proposal.reason,
        proposed_by: personIn(people, proposal.proposedBy),
        confirmed_by: personIn(people, decidedBy),
        since: decidedAt,
      })),
    }
  })
}
