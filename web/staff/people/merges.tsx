/** Merges of profiles that wait for an administrator and, folded, those that can still be undone. */
import { useState } from 'react'
import { Link } from 'react-router'
import type { MergeJson } from '../../../contract/aid/merges.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { merges as words } from '#words/people/admin-merges.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { useFocusOnRemoval } from '../../lib/use-focus-on-removal.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useAdministration } from '../desk/administration.ts'
import { May } from '../desk/may.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import { Proposal } from '../desk/parts/proposal.tsx'
import { useFailureToast } from '../desk/parts/use-failure-toast.ts'
import { useOutcome } from '../desk/parts/use-outcome.ts'
import { requestAddress } from '../desk/places.ts'
import { nameOf } from './beneficiaries.ts'

/** Nothing while there are none. @param onChanged called after a merge or its undoing: the list has other people */
export function Merges({ onChanged }: { onChanged: () => void }) {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => call('GET /api/admin/merges', { bearer, signal }), {
    onProblem: useFailureToast(words.notLoaded),
  })
  const items = loaded.view.is === 'there' ? loaded.view.value.items : []
  if (items.length === 0) return null
  const waiting = items.filter(({ merged_at: at }) => at === null)
  const done = items.filter(({ merged_at: at }) => at !== null)
  const changed = () => {
    loaded.reload()
    onChanged()
  }
  return (
    <Card title={words.title} className="mb-4">
      <p className="mt-2 mb-3 text-soft">{words.hint}</p>
      {waiting.length > 0 && (
        <ul className="rows">
          {waiting.map((merge) => (
            <li key={merge.id} className="py-4">
              <Proposed merge={merge} onChanged={changed} />
            </li>
          ))}
        </ul>
      )}
      {done.length > 0 && (
        <Disclosure title={words.done(done.length)}>
          <ul className="rows">
            {done.map((merge) => (
              <li key={merge.id} className="py-4">
                <Done merge={merge} onChanged={changed} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Card>
  )
}

interface MergeProps {
  merge: MergeJson
  onChanged: () => void
}

function Proposed({ merge, onChanged }: MergeProps) {
  const { bearer } = useAdministration()
  const { id, proposed_by: by } = merge
  const [ended, kept] = [nameOf(merge.merged.full_name), nameOf(merge.kept.full_name)]
  return (
    <Proposal
      reason={merge.reason}
      expiresAt={merge.expires_at}
      duty="decide_requests"
      confirmDuty="administer"
      mayConfirm={merge.may_confirm}
      names={{ confirmation: words.confirmOn(ended), withdrawal: words.withdrawOn(ended) }}
      dialog={{ title: words.confirmTitle, lead: words.confirmLead(ended, kept) }}
      confirmed={{ done: words.merged, failed: words.notMerged }}
      send={(answer) => call(`POST /api/admin/merges/:id/${answer}`, { params: { id }, bearer })}
      onChanged={onChanged}
    >
      <p className="font-semibold wrap-anywhere">{words.into(ended, kept)}</p>
      <Profiles merge={merge} />
      <p className="mt-1 text-sm wrap-anywhere text-soft">
        {words.proposedBy(nameOfPerson(by), formatDayAndTime(merge.created_at))}
      </p>
    </Proposal>
  )
}

/** The requests of both profiles, to compare before confirming: their names are often the same. */
function Profiles({ merge: { merged, kept } }: { merge: MergeJson }) {
  return (
    <>
      <Cases label={words.ends} of={merged} />
      <Cases label={words.stays} of={kept} />
    </>
  )
}

function Cases({ label, of: { case_numbers: numbers } }: { label: string; of: MergeJson['kept'] }) {
  return (
    <p className="merge-cases mt-1 text-sm">
      <span>{label}</span>
      {numbers.length === 0 && <span className="text-soft">{words.noRequests}</span>}
      {numbers.map((number) => (
        <Link key={number} to={requestAddress(number)} className="link-target">
          {number}
        </Link>
      ))}
    </p>
  )
}

function Done({ merge, onChanged }: MergeProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [busy, setBusy] = useState(false)
  const button = useFocusOnRemoval<HTMLButtonElement>()
  const { id, merged_by: by, merged_at: at, undo_until: until } = merge
  const [ended, kept] = [nameOf(merge.merged.full_name), nameOf(merge.kept.full_name)]
  const undo = async () => {
    setBusy(true)
    const undoing = call('POST /api/admin/merges/:id/undoing', { params: { id }, bearer })
    if (await outcome(undoing, { done: words.undone, failed: words.notUndone })) onChanged()
    setBusy(false)
  }
  return (
    <>
      <p className="font-semibold wrap-anywhere">{words.into(ended, kept)}</p>
      <Profiles merge={merge} />
      {by && at !== null && (
        <p className="mt-1 text-sm wrap-anywhere text-soft">
          {words.mergedBy(nameOfPerson(by), formatDayAndTime(at), merge.requests)}
        </p>
      )}
      <blockquote className="request-text">{merge.reason}</blockquote>
      {until !== null && (
        <>
          <p className="mt-2 text-sm text-soft">{words.undoUntil(formatDayAndTime(until))}</p>
          <May duty="administer">
            <Button
              ref={button}
              look="outline"
              className="button-small mt-3"
              busy={busy}
              aria-label={words.undoOn(ended)}
              onClick={() => void undo()}
            >
              {words.undo}
            </Button>
          </May>
        </>
      )}
    </>
  )
}
