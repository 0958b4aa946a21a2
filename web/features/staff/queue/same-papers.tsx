/** The same request for papers to many applicants, from a template where all of them ask for the same kind of aid. */
import { useState, type FormEvent } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/admin-fields.ts'
import type { ReviewedApplicationJson } from '../../../../contract/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { bulk as words } from '#words/admin-queue.ts'
import { review } from '#words/review.ts'
import { Templates } from '../templates/templates.tsx'
import type { Template } from '../templates/template.ts'
import type { BulkChange } from './bulk-changes.ts'

interface SamePapersProps {
  rows: readonly ReviewedApplicationJson[]
  onSend: (change: BulkChange) => Promise<void>
}

export function SamePapers({ rows, onSend }: SamePapersProps) {
  const [text, setText] = useState('')
  const [template, setTemplate] = useState<Template>()
  const [fault, setFault] = useState<string>()
  const types = new Set(rows.map((row) => row.application_type))
  const [type] = types.size === 1 ? types : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const written = text.trim()
    setFault(written === '' ? review.papersMissing : undefined)
    if (written === '') return
    const origin = template && { reason_code: template.reason_code, template_version: template.version }
    void onSend({ kind: 'papers', text: written, ...origin })
  }
  return (
    <form onSubmit={submit} noValidate className="row-actions-section">
      {type && (
        <Templates
          type={type}
          kind="papers"
          chosen={template}
          onChoose={(chosen) => {
            setTemplate(chosen)
            setText(chosen.text)
          }}
        />
      )}
      <TextArea
        label={review.papersText}
        hint={words.papersHint}
        error={fault}
        value={text}
        maxLength={REVIEW_CHARACTERS_MAX}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{words.attempt}</Button>
    </form>
  )
}
