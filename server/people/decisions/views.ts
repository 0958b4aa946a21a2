/** Proposals as staff see them, of every kind. */
import { personIn, type Person } from '../sign-in/people.ts'
import { isOfOthers } from '../../record/two-person/proposals.ts'
import type { ProposalRow } from '../../record/two-person/schema.ts'

interface Standing {
  /** The reader is tied to its subject: they neither confirm nor withdraw it. */
  readonly isTied?: boolean
  /** The reader may not confirm it for another reason than having proposed it. */
  readonly isBarred?: boolean
  /** No one can confirm it now. */
  readonly isOver?: boolean
}

/**
 * A proposal where its subject is shown.
 * @param people with its proposer
 * @param readerId who reads it
 */
export function viewProposal(
  proposal: ProposalRow,
  people: ReadonlyMap<string, Person>,
  readerId: string,
  { isTied = false, isBarred = false, isOver = false }: Standing = {},
) {
  const { id, kind, choice, reason, state, proposedBy, proposedAt, expiresAt } = proposal
  const isOpen = state === 'proposed' && !isTied
  return {
    id,
    kind,
    choice,
    reason,
    state,
    proposed_by: personIn(people, proposedBy),
    proposed_at: proposedAt,
    expires_at: expiresAt,
    may_confirm: isOpen && proposedBy !== readerId && !isBarred && !isOver,
    may_withdraw: isOpen && !isOfOthers(proposal, readerId),
    lapsed: isOver || state === 'lapsed',
  }
}
