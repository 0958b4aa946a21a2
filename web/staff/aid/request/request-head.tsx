/** The head of a request: what it is, when it is due, its status and its tags. */
import { useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { FocusedTitle } from '../../../ui/focused-title.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { typeName } from '../../../words/type-name.ts'
import { queue } from '#words/aid/admin-queue.ts'
import { review as words } from '#words/aid/review.ts'
import { loadPart } from '../../../lib/load-part.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { May } from '../../desk/may.tsx'
import { dueOf } from '../../desk/parts/due.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { TagBadges } from '../tags/tag-badges.tsx'
import type { TagsDialog as Dialog } from '../tags/tags-dialog.tsx'

interface RequestHeadProps {
  details: ApplicationDetailsJson
  /** Leads to the papers, where they are not beside the case. */
  onPapers: () => void
  onChanged: () => void
}

export function RequestHead({ details, onPapers, onChanged }: RequestHeadProps) {
  const { applicant, application_type: type, case_number: caseNumber, documents } = details
  return (
    <div className="request-head apart items-start gap-x-6 gap-y-3">
      <div className="wrap-anywhere">
        <FocusedTitle>{words.requestOf(typeName(type), applicant.full_name)}</FocusedTitle>
        <p className="mt-1 text-soft">
          {caseNumber} · {words.sentOn(formatDay(details.created_at))}
          <Waits details={details} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {documents.length > 0 && (
          <button type="button" className="link-target to-papers lg:hidden" onClick={onPapers}>
            {words.toPapers(documents.length)}
          </button>
        )}
        <StatusBadge status={details.status} />
        {details.waiting_since !== null && <Badge tone="waiting">{words.waiting}</Badge>}
        <Tags details={details} onChanged={onChanged} />
      </div>
    </div>
  )
}

/** When it is due, and whose it is, until it is decided. */
function Waits({ details }: { details: ApplicationDetailsJson }) {
  const [now] = useState(() => new Date())
  if (details.due_at === null) return null
  const due = dueOf(details, now)
  return (
    <>
      {' · '}
      <span className={due.isLate ? 'font-semibold text-alert' : undefined}>
        {due.isLate ? due.text : words.due(due.text)}
      </span>
      {' · '}
      {details.owner ? words.owner(details.owner.full_name) : queue.noOwner}
    </>
  )
}

/** Staff only, so not on paper. The dialog is loaded with the first press. */
function Tags({ details, onChanged }: Pick<RequestHeadProps, 'details' | 'onChanged'>) {
  const onNotLoaded = useFailureToast(words.tagsNotLoaded)
  const [TagsDialog, setTagsDialog] = useState<typeof Dialog>()
  const load = () => loadPart(() => import('../tags/tags-dialog.tsx'))
  return (
    <div className="flex flex-wrap items-center gap-2 no-print">
      <TagBadges tags={details.tags} />
      {!details.own && (
        <May duty="decide_requests">
          <SmallButton
            look="quiet"
            onClick={() => void load().then((part) => setTagsDialog(() => part.TagsDialog), onNotLoaded)}
          >
            {words.tags}
          </SmallButton>
        </May>
      )}
      {TagsDialog && <TagsDialog details={details} onChanged={onChanged} onClose={() => setTagsDialog(undefined)} />}
    </div>
  )
}
