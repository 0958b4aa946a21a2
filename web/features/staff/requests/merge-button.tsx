/** Proposes that the profile of a person who is the same ends, and its requests go to the applicant on the screen. */
import { useState } from 'react'
import { MERGE_CHARACTERS_MAX } from '../../../../contract/admin-fields.ts'
import type { RelatedPersonJson } from '../../../../contract/admin.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { mergeProposal as words } from '#words/merge-proposal.ts'
import { useAdministration } from '../administration.ts'
import { ProposeDialog } from '../parts/propose.tsx'
import { keepDraft, readDraft } from './drafts.ts'

interface MergeButtonProps {
  /** The id of the applicant's profile. */
  applicant: string
  person: RelatedPersonJson
}

/** Whether it is possible, the server says in words: both must be without sign-in and money. */
export function MergeButton({ applicant, person }: MergeButtonProps) {
  const { bearer, user } = useAdministration()
  const [proposing, setProposing] = useState(false)
  const [isProposed, setProposed] = useState(false)
  const { id, full_name: name } = person
  const close = () => setProposing(false)
  if (isProposed) return <p className="w-full text-sm text-soft">{words.waits}</p>
  const kind = `merge ${id}`
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
          draft={{
            read: () => readDraft(user.id, applicant, kind),
            keep: (text) => keepDraft(user.id, applicant, kind, text),
          }}
          onProposed={() => {
            // The form goes before it can empty itself.
            keepDraft(user.id, applicant, kind, '')
            setProposed(true)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
