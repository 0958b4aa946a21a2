/** The draft: what publishing it would change, a preview of the whole site, and publishing it. */
import { useState } from 'react'
import { PUBLICATION_REASON_CHARACTERS_MAX } from '../../../../contract/office/organisation-fields.ts'
import { call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { useAdministration } from '../../desk/administration.ts'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { Changes } from './changes.tsx'
import type { OrganisationView } from './steps.ts'

interface DraftCardProps {
  view: OrganisationView
  onChanged: () => void
}

export function DraftCard({ view, onChanged }: DraftCardProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [asking, ask] = useState<'publish' | 'discard'>()
  const [busy, setBusy] = useState(false)
  const { draft, changes, overtaken_by: overtaken } = view
  if (draft.revision === 0 || (changes.length === 0 && !overtaken)) return null
  const preview = async () => {
    setBusy(true)
    const showing = call('POST /api/admin/organisation/preview', { bearer }).then(({ address }) =>
      window.location.assign(address),
    )
    await outcome(showing, words.previewing)
    setBusy(false)
  }
  const close = () => ask(undefined)
  const changed = () => {
    close()
    onChanged()
  }
  const { revision } = draft
  return (
    <Card title={words.draft}>
      {draft.changed_by && draft.changed_at && (
        <p className="mt-1 text-sm text-soft">
          {words.changedBy(nameOfPerson(draft.changed_by), formatDayAndTime(draft.changed_at))}
        </p>
      )}
      {overtaken && (
        <p className="notice mt-3" role="status">
          {words.overtaken(nameOfPerson(overtaken.published_by), formatDayAndTime(overtaken.published_at))}
        </p>
      )}
      <Changes changes={changes} />
      {view.needs_second && <p className="mt-3 text-soft">{words.second}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <SmallButton busy={busy} onClick={() => void preview()}>
          {words.preview}
        </SmallButton>
        <SmallButton look="primary" onClick={() => ask('publish')}>
          {view.needs_second ? words.propose : words.publish}
        </SmallButton>
        <SmallButton onClick={() => ask('discard')}>{words.discard}</SmallButton>
      </div>
      {asking === 'publish' && (
        <FormDialog
          title={view.needs_second ? words.propose : words.publish}
          lead={view.needs_second ? words.proposeLead : words.publishLead}
          names={['reason']}
          check={(typed) => ({ reason: typed('reason').trim() === '' ? words.reasonMissing : undefined })}
          words={view.needs_second ? words.proposing : words.publishing}
          send={(typed) => {
            const body = { revision, reason: typed('reason').trim() }
            return call('POST /api/admin/organisation/publish', { body, bearer })
          }}
          onDone={changed}
          onClose={close}
        >
          {({ field }) => (
            <TextArea
              {...field('reason')}
              label={words.reason}
              hint={words.reasonHint}
              rows={2}
              maxLength={PUBLICATION_REASON_CHARACTERS_MAX}
            />
          )}
        </FormDialog>
      )}
      {asking === 'discard' && (
        <FormDialog
          title={words.discardTitle}
          lead={words.discardLead}
          words={words.discarding}
          send={() => call('POST /api/admin/organisation/draft/discard', { body: { revision }, bearer })}
          onDone={changed}
          onClose={close}
        >
          {null}
        </FormDialog>
      )}
    </Card>
  )
}
