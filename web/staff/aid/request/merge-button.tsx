/** Proposes that the profile of a person who is the same ends, and its requests go to the applicant on the screen. */
import { useState } from 'react'
import { MERGE_CHARACTERS_MAX } from '../../../../contract/platform/admin-fields.ts'
import type { RelatedPersonJson } from '../../../../contract/aid/admin.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { mergeProposal as words } from '#words/people/merge-proposal.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ProposeDialog } from '../../desk/parts/propose.tsx'
import { draftOf } from './drafts.ts'

interface MergeButtonProps {
  /** The id of the applicant's profile. */
  applicant: string
  person: RelatedPersonJson
  onProposed: () => void
}

/** Whether it is possible, the server says in words: both must be without sign-in and money. */
export function MergeButton({ applicant, person, onProposed }: MergeButtonProps) {
  const { bearer, user } = useAdministration()
  const [proposing, setProposing] = useState(false)
  const { id, full_name: name, merge_proposed: isProposed } = person
  const close = () => setProposing(false)
  if (isProposed) return <p className="w-full text-sm text-soft">{words.waits}</p>
  const draft = draftOf(user.id, applicant, `merge ${id}`)
  return (
    <>
      <Button
        look="outline"
        className="button-small"
        aria-label={words.proposeOf(name)}
        onClick={() => setProposing(true)}
      >
        {words.propose}
      </Button>
      {proposing && (
        <ProposeDialog
          title={words.proposeTitle(name)}
          lead={words.proposeLead}
          hint={words.reasonHint}
          charactersMax={MERGE_CHARACTERS_MAX}
          send={(reason) =>
            call('POST /api/admin/beneficiaries/:id/merge', {
              params: { id },
              body: { into: applicant, reason },
              bearer,
            })
          }
          draft={draft}
          onProposed={() => {
            // The form goes before it can empty itself.
            draft.keep('')
            onProposed()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
