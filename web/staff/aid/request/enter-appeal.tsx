/** Enters what the applicant of a refused request said on the phone, or at the counter: they want another to decide. */
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import { APPEAL_CHANNELS } from '../../../../contract/aid/handling-fields.ts'
import { call } from '../../../api/client.ts'
import { staffAppeal as words } from '#words/aid/staff-appeal.ts'
import { choiceField, textField, unless } from '../../desk/parts/form-fields.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import type { DialogEnd } from '../../desk/parts/opener.tsx'

const ENTERED = APPEAL_CHANNELS.filter((channel) => channel !== 'self')

export function EnterAppeal({ id, ...end }: DialogEnd & { id: string }) {
  return (
    <FormDialog
      title={words.enterTitle}
      lead={words.enterLead}
      fields={[
        choiceField('channel', () => undefined, {
          label: words.channel,
          defaultValue: 'call',
          options: ENTERED.map((channel) => [channel, words.channels[channel]]),
        }),
        textField('text', unless(words.textMissing), {
          label: words.text,
          rows: 5,
          maxLength: REVIEW_CHARACTERS_MAX,
        }),
      ]}
      words={{ button: words.save, done: words.saved, failed: words.notSaved }}
      send={(typed, bearer) => {
        const channel = ENTERED.find((known) => known === typed('channel')) ?? 'call'
        const body = { channel, text: typed('text') }
        return call('POST /api/admin/applications/:id/appeal', { bearer, params: { id }, body })
      }}
      {...end}
    />
  )
}
