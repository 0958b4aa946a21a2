/** The templates of a decision. A number chooses one of them. */
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import { call } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { composer as words } from '#words/review-composer.ts'
import { useAdministration } from '../administration.ts'
import { areShortcutsOn } from '../keys/shortcuts.ts'
import type { Template } from './template.ts'

interface TemplatesProps {
  type: ApplicationDetailsJson['application_type']
  kind: Template['kind']
  chosen: Template | undefined
  onChoose: (template: Template) => void
}

export function Templates({ type, kind, chosen, onChoose }: TemplatesProps) {
  const { bearer } = useAdministration()
  const list = useRef<HTMLFieldSetElement>(null)
  // Without templates one can still write.
  const { view } = useLoaded((signal) => call('GET /api/admin/reason-templates', { query: { type }, bearer, signal }))
  const templates = view.is === 'there' ? view.value.items.filter((item) => item.kind === kind) : []
  useEffect(() => list.current?.focus(), [])
  const press = (event: KeyboardEvent) => {
    const template = areShortcutsOn() && /^[1-9]$/.test(event.key) ? templates[Number(event.key) - 1] : undefined
    if (!template) return
    event.preventDefault()
    onChoose(template)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a number chooses one of its buttons
    <fieldset ref={list} aria-label={words.templates} tabIndex={-1} className="composer-templates" onKeyDown={press}>
      {templates.map((template, place) => (
        <button
          key={template.reason_code}
          type="button"
          className="composer-template"
          aria-pressed={template === chosen}
          onClick={() => onChoose(template)}
        >
          <kbd aria-hidden="true">{place + 1}</kbd> {template.title}
        </button>
      ))}
    </fieldset>
  )
}
