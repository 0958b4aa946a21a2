/** The draft: what publishing it would change, a preview of the whole site, and publishing it. */
import { PUBLICATION_REASON_CHARACTERS_MAX } from '../../../../contract/office/organisation-fields.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Card } from '../../../ui/card.tsx'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { ActButton } from '../../desk/parts/act-button.tsx'
import { textField, unless } from '../../desk/parts/form-fields.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { Opener } from '../../desk/parts/opener.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { Changes } from './changes.tsx'
import { nameOfPublisher } from './versions.tsx'
import type { OrganisationView } from './steps.ts'

interface DraftCardProps {
  view: OrganisationView
  onChanged: (view: OrganisationView) => void
}

export function DraftCard({ view, onChanged }: DraftCardProps) {
  const { draft, changes, overtaken_by: overtaken } = view
  if (draft.revision === 0 || (changes.length === 0 && !overtaken)) return null
  const preview = async (bearer: Bearer) => {
    const { address } = await call('POST /api/admin/organisation/preview', { bearer })
    window.location.assign(address)
  }
  return (
    <Card title={words.draft}>
      {draft.changed_by && draft.changed_at && (
        <p className="mt-1 text-sm text-soft">
          {words.changedBy(nameOfPerson(draft.changed_by), formatDayAndTime(draft.changed_at))}
        </p>
      )}
      {overtaken && (
        <output className="notice mt-3 block">
          {words.overtaken(nameOfPublisher(overtaken.published_by), formatDayAndTime(overtaken.published_at))}
        </output>
      )}
      <Changes changes={changes} />
      {view.needs_second && <p className="mt-3 text-soft">{words.second}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <ActButton text={words.preview} act={preview} says={words.previewing} />
        <Opener text={view.needs_second ? words.propose : words.publish} look="primary">
          {(close) => <PublishDialog view={view} onDone={onChanged} onClose={close} />}
        </Opener>
        <Opener text={words.discard}>
          {(close) => (
            <FormDialog
              title={words.discardTitle}
              lead={words.discardLead}
              words={words.discarding}
              send={(_, bearer) =>
                call('POST /api/admin/organisation/draft/discard', { body: { revision: draft.revision }, bearer })
              }
              onDone={onChanged}
              onClose={close}
            />
          )}
        </Opener>
      </div>
    </Card>
  )
}

interface PublishDialogProps {
  view: OrganisationView
  onDone: (view: OrganisationView) => void
  onClose: () => void
}

/** Publishes the draft, or proposes it. */
function PublishDialog({ view: { draft, needs_second: needsSecond }, onDone, onClose }: PublishDialogProps) {
  return (
    <FormDialog
      title={needsSecond ? words.propose : words.publish}
      lead={needsSecond ? words.proposeLead : words.publishLead}
      fields={[
        textField('reason', unless(words.reasonMissing), {
          label: words.reason,
          hint: words.reasonHint,
          rows: 2,
          maxLength: PUBLICATION_REASON_CHARACTERS_MAX,
        }),
      ]}
      words={needsSecond ? words.proposing : words.publishing}
      send={(typed, bearer) => {
        const body = { revision: draft.revision, reason: typed('reason').trim() }
        return call('POST /api/admin/organisation/publish', { body, bearer })
      }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
