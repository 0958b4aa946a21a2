/** The templates of a decision, which a word narrows. A number chooses one of them. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { composer as words } from '#words/aid/review-composer.ts'
import { areShortcutsOn } from '../../desk/keys/shortcuts.ts'
import type { Template } from './template.ts'

interface TemplatesProps {
  /** Templates of one kind. */
  templates: readonly Template[]
  chosen: Template | undefined
  onChoose: (template: Template) => void
}

export function Templates({ templates, chosen, onChoose }: TemplatesProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  const filter = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  // Before keys that were held are pressed again (keys-ahead.tsx).
  useLayoutEffect(() => list.current?.focus(), [])
  const shown = templates.filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(typed.toLowerCase()))
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, target } = event
    if (ctrlKey || !(areShortcutsOn() || target === filter.current)) return
    const number = key === 'Enter' && target === filter.current ? '1' : key
    const template = /^[1-9]$/.test(number) ? shown[Number(number) - 1] : undefined
    if (template) onChoose(template)
    else if (key === '/') filter.current?.focus()
    else if (number === key) return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a number chooses one of its buttons
    <fieldset
      ref={list}
      aria-label={words.templates}
      tabIndex={-1}
      className="grid min-w-0 gap-0.5 outline-none"
      onKeyDown={press}
    >
      <input
        ref={filter}
        type="search"
        className="input mb-1 min-h-9 py-1"
        aria-label={words.filterTemplates}
        placeholder={words.filterTemplates}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {shown.map((template, place) => (
        <button
          key={template.reason_code}
          type="button"
          className="option min-h-8 py-0 text-sm pointer-coarse:min-h-11"
          aria-pressed={template === chosen}
          onClick={() => onChoose(template)}
        >
          <kbd aria-hidden="true">{place + 1}</kbd> {template.title}
        </button>
      ))}
      {shown.length === 0 && <p className="text-sm text-soft">{words.noTemplates}</p>}
    </fieldset>
  )
}
