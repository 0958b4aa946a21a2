/** Names a tag: one that requests have already, or a new one. */
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { TAG_CHARACTERS_MAX } from '../../../../contract/aid/queue-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { tags as words } from '#words/aid/admin-tags.ts'
import { useEndpoint } from '../../desk/queries.ts'

interface TagFormProps {
  /** @returns whether it was added */
  onAdd: (tag: string) => Promise<boolean>
  /** Further buttons. */
  children?: ReactNode
}

export function TagForm({ onAdd, children }: TagFormProps) {
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
