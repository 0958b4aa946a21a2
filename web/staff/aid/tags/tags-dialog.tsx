/** The tags of one request. Loaded with the first press of its button. */
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import { TAG_CHARACTERS_MAX } from '../../../../contract/aid/queue-fields.ts'
import { call } from '../../../api/client.ts'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { Button, SmallButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { tags as words } from '#words/aid/admin-tags.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { useEndpoint } from '../../desk/queries.ts'

interface TagsDialogProps {
  details: Pick<ReviewedApplicationJson, 'id' | 'case_number' | 'version' | 'tags'>
  onChanged: () => void
  onClose: () => void
}

export function TagsDialog({ details, onChanged, onClose }: TagsDialogProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  // As the last change left them: the page behind loads them again, too.
  const [{ tags, version }, setShown] = useState(details)
  const [busy, setBusy] = useState(false)
  const change = async (tag: string, on: boolean) => {
    if (busy) return false
    setBusy(true)
    const { id } = details
    const changing = call('POST /api/admin/applications/:id/tags', {
      params: { id },
      body: { tag, on, expected_version: version },
      bearer,
    })
    const isChanged = await outcome(changing.then(setShown), { done: words.changed, failed: words.notChanged })
    setBusy(false)
    if (isChanged) onChanged()
    return isChanged
  }
  return (
    <Dialog title={words.title(details.case_number)} lead={words.staffOnly} {...(!busy && { onClose })}>
      <div className="mt-4 grid gap-3">
        {tags.length === 0 && <p>{words.none}</p>}
        <ul className="grid gap-1">
          {tags.map((tag) => (
            <TagRow key={tag} tag={tag} onRemove={() => void change(tag, false)} />
          ))}
        </ul>
        <TagForm onAdd={(tag) => change(tag, true)}>
          <Button look="outline" onClick={onClose}>
            {words.close}
          </Button>
        </TagForm>
      </div>
    </Dialog>
  )
}

function nextToRemove(button: HTMLButtonElement): Element | null | undefined {
  return (
    button.closest('li')?.nextElementSibling?.querySelector('button') ??
    button.closest('dialog')?.querySelector('input')
  )
}

/** Leaves when its tag is removed: the focus then moves to the next one, or to the field. */
function TagRow({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  const button = useFocusOnRemoval(nextToRemove)
  return (
    <li className="apart gap-3">
      <span className="wrap-anywhere">{tag}</span>
      <SmallButton ref={button} look="quiet" aria-label={words.removeNamed(tag)} onClick={onRemove}>
        {words.remove}
      </SmallButton>
    </li>
  )
}

interface TagFormProps {
  /** @returns whether it was added */
  onAdd: (tag: string) => Promise<boolean>
  /** Further buttons. */
  children?: ReactNode
}

/** Names a tag: one that requests have already, or a new one. */
function TagForm({ onAdd, children }: TagFormProps) {
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  // Without the list, one can still type.
  const { view } = useEndpoint('GET /api/admin/tags', {})
  const [tag, setTag] = useState('')
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const named = tag.trim()
    setFault(named === '' ? words.nameMissing : undefined)
    if (named === '') field.current?.focus()
    if (named !== '' && (await onAdd(named))) setTag('')
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-3 border-t border-line pt-3">
      <TextField
        ref={field}
        label={words.name}
        hint={words.nameHint}
        error={fault}
        list={list}
        value={tag}
        maxLength={TAG_CHARACTERS_MAX}
        autoComplete="off"
        onChange={({ target }) => setTag(target.value)}
      />
      <datalist id={list}>
        {view.is === 'there' && view.value.items.map(({ id, name }) => <option key={id}>{name}</option>)}
      </datalist>
      <div className="row-actions-line line gap-2">
        <Button type="submit">{words.add}</Button>
        {children}
      </div>
    </form>
  )
}
