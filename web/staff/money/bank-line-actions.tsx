/** Actions on a line of a bank statement: match it with entries of the ledger, or undo that. */
import { useState } from 'react'
import { formatNaira } from '../../../contract/platform/money.ts'
import { sumNaira } from '../desk/sum-naira.ts'
import { call } from '../../api/client.ts'
import { formatDay } from '../../lib/format-date.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { bank as words } from '#words/money/bank.ts'
import { useAdministration } from '../desk/administration.ts'
import { ActButton } from '../desk/parts/act-button.tsx'
import { FormDialog } from '../desk/parts/form-dialog.tsx'
import { Opener, type DialogEnd } from '../desk/parts/opener.tsx'
import type { Bank } from './bank.ts'

interface Line {
  id: string
  day: string
  /** In naira. */
  amount: number
  description: string
  is_matched: boolean
  barred?: 'tied' | 'unread' | null | undefined
}

interface LineActionsProps {
  line: Line
  /** Names the line in the accessible names of the buttons. */
  name: string
  entries: Bank['unmatched_entries']
  onChanged: () => void
}

export function LineActions({ line, name, entries, onChanged }: LineActionsProps) {
  const { may } = useAdministration()
  if (!may('handle_money')) return null
  if (line.barred) return <p className="w-full text-soft">{words.barred[line.barred]}</p>
  if (line.is_matched)
    return (
      <ActButton
        text={words.undo}
        aria-label={words.undoOn(name)}
        act={(bearer) => call('DELETE /api/admin/books/bank/lines/:id/match', { params: { id: line.id }, bearer })}
        says={{ done: words.undone, failed: words.notUndone }}
        onEnd={onChanged}
      />
    )
  return (
    <Opener text={words.match} aria-label={words.matchOn(name)}>
      {(close) => <MatchDialog line={line} entries={entries} onClose={close} onDone={onChanged} />}
    </Opener>
  )
}

/** More than anyone matches with one line. */
const SHOWN_MAX = 20

/** Entries of the same amount first, then those of the nearest days. */
function byNearness(line: Line) {
  const distance = ({ amount, day }: Bank['unmatched_entries'][number]) =>
    (amount === line.amount ? 0 : Number.MAX_SAFE_INTEGER / 2) + Math.abs(Date.parse(day) - Date.parse(line.day))
  return (a: Bank['unmatched_entries'][number], b: Bank['unmatched_entries'][number]) => distance(a) - distance(b)
}

type MatchDialogProps = Pick<LineActionsProps, 'line' | 'entries'> & DialogEnd

function MatchDialog({ line, entries, onClose, onDone }: MatchDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const matched = entries.filter(({ key }) => chosen.includes(key))
  const left = sumNaira([line.amount, ...matched.map(({ amount }) => -amount)])
  const nearest = [...entries].sort(byNearness(line)).slice(0, SHOWN_MAX)
  return (
    <FormDialog
      title={words.matchTitle}
      lead={words.matchLead}
      names={['entries']}
      check={() => ({ entries: chosen.length === 0 ? words.entriesMissing : undefined })}
      words={{ button: words.match, done: words.matched, failed: words.notMatched }}
      send={(_, bearer) => {
        const request = { params: { id: line.id }, body: { entries: [...chosen] }, bearer }
        return call('POST /api/admin/books/bank/lines/:id/match', request)
      }}
      onDone={onDone}
      onRefused={() => {
        onClose()
        onDone()
      }}
      onClose={onClose}
    >
      {({ faults }) => (
        <>
          <p className="font-semibold wrap-anywhere">
            {formatDay(line.day)}: {formatNaira(line.amount)}
          </p>
          <p className="text-soft wrap-anywhere">{line.description}</p>
          <fieldset className="grid gap-2">
            <legend className="field-label mb-2">{words.entries}</legend>
            {entries.length === 0 && <p>{words.noEntries}</p>}
            {nearest.map(({ key, day, amount }) => (
              <Checkbox
                key={key}
                name="entries"
                label={formatNaira(amount)}
                hint={words.entry(key, formatDay(day))}
                checked={chosen.includes(key)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, key] : chosen.filter((each) => each !== key))
                }
              />
            ))}
          </fieldset>
          <p aria-live="polite">
            {chosen.length > 0 && (left === 0 ? words.even : words.difference(formatNaira(left)))}
          </p>
          <p className="field-error" aria-live="polite">
            {chosen.length === 0 && faults.entries}
          </p>
        </>
      )}
    </FormDialog>
  )
}
