/** Proposals as staff see them, of every kind. */
import { personIn, type Person } from '../sign-in/people.ts'
import type { ProposalRow } from '../../record/two-person/schema.ts'

/**
 * A proposal where its subject is shown.
 * @param people with its proposer
 * @param readerId who reads it
 * @param isBarred whether the reader may not confirm it for another reason than having proposed it
 */
export function viewProposal(
  { id, kind, choice, reason, state, proposedBy, proposedAt, expiresAt }: ProposalRow,
  people: ReadonlyMap<string, Person>,
  readerId: string,
  isBarred = false,
) {
  return {
    id,
    kind,
    choice,
    reason,
    state,
    proposed_by: personIn(people, proposedBy),
    proposed_at: proposedAt,
    expires_at: expiresAt,
    may_confirm: state === 'proposed' && proposedBy !== readerId && !isBarred,
  }
}
