/** Enters what the applicant of a refused request said on the phone, or at the counter: they want another to decide. */
import { APPEAL_CHANNELS, REVIEW_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import { call } from '../../../api/client.ts'
import { SelectField } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { staffAppeal as words } from '#words/aid/staff-appeal.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'

const ENTERED = APPEAL_CHANNELS.filter((channel) => channel !== 'self')

export function EnterAppeal({ id, onDone, onClose }: { id: string; onDone: () => void; onClose: () => void }) {
  return (
    <FormDialog
      title={words.enterTitle}
      lead={words.enterLead}
      names={['channel', 'text']}
      check={(typed) => (typed('text') === '' ? { text: words.textMissing } : {})}
      words={{ button: words.save, busy: words.saving, done: words.saved, failed: words.notSaved }}
      send={(typed, bearer) => {
        const channel = ENTERED.find((known) => known === typed('channel')) ?? 'call'
        const body = { channel, text: typed('text') }
        return call('POST /api/admin/applications/:id/appeal', { bearer, params: { id }, body })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {({ faults }) => (
        <>
          <SelectField
            label={words.channel}
            error={faults.channel}
            name="channel"
            defaultValue="call"
            options={ENTERED.map((channel) => [channel, words.channels[channel]])}
          />
          <TextArea label={words.text} name="text" rows={5} maxLength={REVIEW_CHARACTERS_MAX} error={faults.text} />
        </>
      )}
    </FormDialog>
  )
}
