/** The templates of a decision. A number chooses one of them. */
import { useEffect, useRef, type KeyboardEvent } from 'react'
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
  useEffect(() => list.current?.focus(), [])
  const press = (event: KeyboardEvent) => {
    const template = areShortcutsOn() && /^[1-9]$/.test(event.key) ? templates[Number(event.key) - 1] : undefined
    if (!template) return
    event.preventDefault()
    onChoose(template)
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
      {templates.map((template, place) => (
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
    </fieldset>
  )
}
