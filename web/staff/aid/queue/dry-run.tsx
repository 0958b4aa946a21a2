/** Preview of a change to many requests: how many change, and which do not, with the reason. */
import { useEffect, useRef, type ReactNode } from 'react'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import { errors, isErrorCode, type ErrorCode } from '../../../../contract/platform/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { bulkDialog as words } from '#words/aid/admin-bulk.ts'
import './bulk-dialog.css'
import type { BulkOutcome } from './bulk-changes.ts'

interface DryRunProps {
  rows: readonly ReviewedApplicationJson[]
  outcome: BulkOutcome
  /** Why a row stays as it is, where this change knows it better than the error does. */
  sentences?: Partial<Record<ErrorCode, string>>
  busy: boolean
  /** The button that makes the change. */
  sendWords?: (count: number) => string
  onSend: () => void
  onBack: () => void
  /** The button that does not. */
  back: string
  /** Further facts to know before the change. Not shown if nothing would change. */
  children?: ReactNode
}

export function DryRun(props: DryRunProps) {
  const { busy, sendWords = words.send, onSend, onBack, back, children } = props
  const { changed, refused } = props.outcome
  const said = useRef<HTMLOutputElement>(null)
  // The focused field is gone with the form. Focus the result, so that it is read before the next key confirms it.
  useEffect(() => said.current?.focus(), [])
  return (
    <>
      <output ref={said} tabIndex={-1} className="mt-4 block">
        <strong>{words.outcome(changed, refused)}</strong>
        <ul className="mt-2 list-disc pl-5">
          {refusalsOf(props).map(({ sentence, names }) => (
            <li key={sentence}>
              {words.reason(names.length, sentence)}
              <span className="block text-sm wrap-anywhere text-soft">{names.join(', ')}</span>
            </li>
          ))}
        </ul>
      </output>
      {changed > 0 && children}
      <div className="bulk-send">
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
function refusalsOf({ rows, outcome, sentences = {} }: Pick<DryRunProps, 'rows' | 'outcome' | 'sentences'>) {
  const names = new Map<string, string[]>()
  for (const { id, refusal, version } of outcome.rows) {
    if (!isErrorCode(refusal)) continue
    const row = rows.find((each) => each.id === id)
    // A row that is decided on the screen, too, has not changed since.
    const isDecided = refusal === 'already_decided' && row?.version === version
    const sentence = isDecided ? words.decided : (sentences[refusal] ?? errors[refusal].sentence)
    names.set(sentence, [...(names.get(sentence) ?? []), row?.applicant.full_name ?? id])
  }
  return [...names].map(([sentence, kept]) => ({ sentence, names: kept }))
}
