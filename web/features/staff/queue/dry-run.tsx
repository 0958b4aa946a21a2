/** What a change of many requests would do: how many change, and which do not, with the reason. */
import { useEffect, useRef, type ReactNode } from 'react'
import type { ReviewedApplicationJson } from '../../../../contract/admin.ts'
import { errors, isErrorCode, type ErrorCode } from '../../../../contract/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { bulkDialog as words } from '#words/admin-bulk.ts'
import type { BulkOutcome } from './bulk-changes.ts'

interface DryRunProps {
  rows: readonly ReviewedApplicationJson[]
  outcome: BulkOutcome
  busy: boolean
  /** The button that makes the change. */
  sendWords?: (count: number) => string
  onSend: () => void
  onBack: () => void
  /** The button that does not. */
  back: string
  /** What else to know before it is made. Not shown where nothing would change. */
  children?: ReactNode
}

export function DryRun({ rows, outcome, busy, sendWords = words.send, onSend, onBack, back, children }: DryRunProps) {
  const { changed, refused } = outcome
  const said = useRef<HTMLOutputElement>(null)
  // What has the focus is gone with the form. It is read before the next key confirms it.
  useEffect(() => said.current?.focus(), [])
  return (
    <>
      <output ref={said} tabIndex={-1} className="bulk-outcome">
        <strong>{words.outcome(changed, refused)}</strong>
        <ul>
          {refusalsOf(rows, outcome).map(({ code, names }) => (
            <li key={code}>
              {words.reason(names.length, errors[code].sentence)}
              <span className="block text-sm wrap-anywhere text-soft">{names.join(', ')}</span>
            </li>
          ))}
        </ul>
      </output>
      {changed > 0 && children}
      <div className="mt-5 flex flex-wrap gap-3">
        {changed > 0 && (
          <Button busy={busy} onClick={onSend}>
            {busy ? words.sending : sendWords(changed)}
          </Button>
        )}
        <Button look="outline" onClick={onBack}>
          {back}
        </Button>
      </div>
    </>
  )
}

/** Each reason once, with the applicants whose requests it keeps as they are. */
function refusalsOf(rows: DryRunProps['rows'], outcome: BulkOutcome) {
  const refusals = new Map<ErrorCode, string[]>()
  for (const { id, refusal } of outcome.rows) {
    if (!isErrorCode(refusal)) continue
    const name = rows.find((row) => row.id === id)?.applicant.full_name ?? id
    refusals.set(refusal, [...(refusals.get(refusal) ?? []), name])
  }
  return [...refusals].map(([code, names]) => ({ code, names }))
}
