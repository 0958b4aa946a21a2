/** The appeal about a request; or, of a refused one, the way to enter what its applicant said on the phone. */
import { useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { APPEAL_CHANNELS, REVIEW_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import { call } from '../../../api/client.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { staffAppeal as words } from '#words/aid/appeal.ts'
import { useAdministration } from '../../desk/administration.ts'
import { May } from '../../desk/may.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'

interface AppealCardProps {
  details: ApplicationDetailsJson
  onChanged: () => void
}

export function AppealCard({ details, onChanged }: AppealCardProps) {
  const [isOpen, setOpen] = useState(false)
  const { appeal, status } = details
  if (appeal)
    return (
      <Card title={words.title}>
        <p className="mt-2 font-semibold">{words.states[appeal.state]}</p>
        <p className="text-sm text-soft">
          {words.came(formatDay(appeal.created_at), words.channels[appeal.channel])}
          {appeal.entered_by !== null && `, ${words.by(nameOfPerson(appeal.entered_by))}`}
        </p>
        <p className="request-text mt-2">{appeal.text ?? words.nothing}</p>
        {appeal.state === 'open' && <p className="mt-2 text-sm text-soft">{words.lead}</p>}
      </Card>
    )
  if (status !== 'rejected') return null
  return (
    <May duty="decide_requests">
      <p>
        <SmallButton onClick={() => setOpen(true)}>{words.enter}</SmallButton>
      </p>
      {isOpen && <EnterDialog id={details.id} onDone={onChanged} onClose={() => setOpen(false)} />}
    </May>
  )
}

const ENTERED = APPEAL_CHANNELS.filter((channel) => channel !== 'self')

function EnterDialog({ id, onDone, onClose }: { id: string; onDone: () => void; onClose: () => void }) {
  const { bearer } = useAdministration()
  return (
    <FormDialog
      title={words.enterTitle}
      lead={words.enterLead}
      names={['channel', 'text']}
      check={(typed) => (typed('text') === '' ? { text: words.textMissing } : {})}
      words={{ button: words.save, busy: words.saving, done: words.saved, failed: words.notSaved }}
      send={(typed) => {
        const channel = ENTERED.find((known) => known === typed('channel')) ?? 'call'
        const body = { channel, text: typed('text') }
        return call('POST /api/admin/applications/:id/appeal', { bearer, params: { id }, body })
      }}
      onDone={() => {
        onClose()
        onDone()
      }}
      onClose={onClose}
    >
      {({ faults }) => (
        <>
          <Field label={words.channel} error={faults.channel}>
            {(control) => (
              <select {...control} name="channel" className="input" defaultValue="call">
                {ENTERED.map((channel) => (
                  <option key={channel} value={channel}>
                    {words.channels[channel]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextArea label={words.text} name="text" rows={5} maxLength={REVIEW_CHARACTERS_MAX} error={faults.text} />
        </>
      )}
    </FormDialog>
  )
}
