/** Below a note: the colleagues whose name is being typed after an `@`, to choose from; then who will be told. */
import { review as words } from '#words/aid/review.ts'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { mentionedIn, suggest, typedName, type Colleague } from './mentioned.ts'

const SHOWN_MAX = 6

interface MentionPickerProps {
  /** The text up to the cursor. */
  written: string
  text: string
  colleagues: readonly Colleague[]
  /** Replaces the text up to the cursor. */
  onWrite: (written: string) => void
}

export function MentionPicker({ written, text, colleagues, onWrite }: MentionPickerProps) {
  const told = mentionedIn(text, colleagues)
  const typed = typedName(written)
  const isNamed = typed !== undefined && mentionedIn(`@${typed}`, colleagues).length > 0
  const found = typed === undefined || isNamed ? [] : suggest(typed, colleagues)
  const choose = (colleague: Colleague) =>
    onWrite(`${written.slice(0, written.length - (typed?.length ?? 0))}${nameOfPerson(colleague)} `)
  return (
    <>
      {found.length > 0 && (
        <fieldset
          className="-mt-3 grid overflow-hidden rounded-sm border border-line"
          aria-label={words.mentions.choose}
        >
          {found.slice(0, SHOWN_MAX).map((colleague) => (
            <button key={colleague.user_id} type="button" className="option" onClick={() => choose(colleague)}>
              <span>{nameOfPerson(colleague)}</span>
              <span className="text-sm text-soft">{colleague.email}</span>
            </button>
          ))}
        </fieldset>
      )}
      <output className="grid gap-1 text-sm empty:hidden">
        {typed !== undefined && !isNamed && found.length === 0 && <span>{words.mentions.none}</span>}
        {told.length > 0 && <span>{words.mentions.told(told.map(nameOfPerson))}</span>}
      </output>
    </>
  )
}
