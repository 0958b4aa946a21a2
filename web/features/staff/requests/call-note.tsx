/** Records a call to the applicant, who is called from the same place. */
import { useState } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/admin-fields.ts'
import { call } from '../../../api/client.ts'
import { review } from '#words/review.ts'
import { phoneDigits } from '../../../lib/phone-digits.ts'
import { Button } from '../../../ui/button.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { useAdministration } from '../administration.ts'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useOutcome } from '../parts/use-outcome.ts'
import { draftOf, readDraft } from './drafts.ts'

const words = review.call

interface CallNoteProps {
  id: string
  phone: string
  onChanged: () => void
}

export function CallNote({ id, phone, onChanged }: CallNoteProps) {
  const { user } = useAdministration()
  // What was typed before a reload is shown again.
  const [isOpen, setOpen] = useState(() => readDraft(user.id, id, 'call') !== '')
  return (
    <div className="call-note no-print">
      <div className="flex flex-wrap gap-3">
        {phone !== '' && (
          <a className="button button-outline button-small" href={`tel:${phoneDigits(phone)}`}>
            {words.call(phone)}
          </a>
        )}
        {!isOpen && (
          <Button look="outline" className="button-small" onClick={() => setOpen(true)}>
            {words.open}
          </Button>
        )}
      </div>
      {isOpen && (
        <CallForm
          id={id}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false)
            onChanged()
          }}
        />
      )}
    </div>
  )
}

function CallForm({ id, onSaved, onClose }: { id: string; onSaved: () => void; onClose: () => void }) {
  const { bearer, user } = useAdministration()
  const outcome = useOutcome()
  const [answered, setAnswered] = useState<'yes' | 'no'>()
  const [fault, setFault] = useState<string>()
  const save = async (text: string) => {
    const body = { answered: answered === 'yes', ...(text !== '' && { text }) }
    const saving = call('POST /api/admin/applications/:id/calls', { params: { id }, body, bearer })
    const isSaved = await outcome(saving, { done: words.saved, failed: words.notSaved })
    if (isSaved) onSaved()
    return isSaved
  }
  return (
    <ReasonForm
      label={words.text}
      hint={words.textHint}
      missing={undefined}
      charactersMax={REVIEW_CHARACTERS_MAX}
      button={words.save}
      busyText={review.saving}
      draft={draftOf(user.id, id, 'call')}
      check={() => {
        setFault(answered === undefined ? words.answerMissing : undefined)
        return answered !== undefined
      }}
      onSend={save}
      onClose={onClose}
    >
      <Choices
        label={words.answer}
        options={[
          { value: 'yes', text: words.answers.yes },
          { value: 'no', text: words.answers.no },
        ]}
        chosen={answered}
        error={fault}
        onChoose={(value) => {
          setAnswered(value)
          setFault(undefined)
        }}
      />
    </ReasonForm>
  )
}
