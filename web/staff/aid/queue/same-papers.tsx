/** The same request for papers to many applicants, from a template where all of them ask for the same kind of aid. */
import { useState, type FormEvent } from 'react'
import { REVIEW_CHARACTERS_MAX } from '../../../../contract/platform/admin-fields.ts'
import type { ApplicationDetailsJson, ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { bulkDialog as words } from '#words/aid/admin-bulk.ts'
import { review } from '#words/aid/review.ts'
import { useAdministration } from '../../desk/administration.ts'
import { draftOf } from '../request/drafts.ts'
import { Templates } from '../templates/templates.tsx'
import type { Template } from '../templates/template.ts'
import { useTemplates } from '../templates/use-templates.ts'
import type { ChosenChange } from './bulk-changes.ts'

interface SamePapersProps {
  rows: readonly ReviewedApplicationJson[]
  onSend: (change: ChosenChange) => Promise<void>
}

export function SamePapers({ rows, onSend }: SamePapersProps) {
  const types = new Set(rows.map((row) => row.application_type))
  const [type] = types.size === 1 ? types : []
  return type ? <OfOneType type={type} onSend={onSend} /> : <PapersForm templates={[]} onSend={onSend} />
}

interface OfOneTypeProps {
  type: ApplicationDetailsJson['application_type']
  onSend: SamePapersProps['onSend']
}

function OfOneType({ type, onSend }: OfOneTypeProps) {
  const templates = useTemplates(type)
  if (!templates) return <Skeleton className="block h-64" />
  return <PapersForm templates={templates.filter(({ kind }) => kind === 'papers')} onSend={onSend} />
}

interface PapersFormProps {
  /** None where the requests are of several types. */
  templates: readonly Template[]
  onSend: SamePapersProps['onSend']
}

/** What is typed for many requests at once. */
export const papersDraft = (userId: string) => draftOf(userId, 'many', 'papers')

function PapersForm({ templates, onSend }: PapersFormProps) {
  const draft = papersDraft(useAdministration().user.id)
  const [text, setText] = useState(draft.read)
  const write = (news: string) => {
    setText(news)
    draft.keep(news)
  }
  const [template, setTemplate] = useState<Template>()
  const [fault, setFault] = useState<string>()
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
      {templates.length > 0 && (
        <Templates
          templates={templates}
          chosen={template}
          onChoose={(chosen) => {
            setTemplate(chosen)
            write(chosen.text)
          }}
        />
      )}
      <TextArea
        label={review.papersText}
        hint={words.papersHint}
        error={fault}
        value={text}
        maxLength={REVIEW_CHARACTERS_MAX}
        onChange={(event) => write(event.target.value)}
      />
      <Button type="submit">{words.attempt}</Button>
    </form>
  )
}
