/** The exact words that applicants read when their requests are closed, filled for each of them. */
import { useState } from 'react'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import type { RejectionReason } from '../../../../contract/aid/reason-fields.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { call } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { bulkDialog as words } from '#words/aid/admin-bulk.ts'
import { useAdministration } from '../../desk/administration.ts'
import { PreviewedLetter } from '../request/previewed-letter.tsx'
import type { Template } from '../templates/template.ts'
import type { BulkChange, BulkOutcome } from './bulk-changes.ts'

export type ClosingKind = 'close_duplicate' | 'close_unanswered'

const REASONS: Readonly<Record<ClosingKind, RejectionReason>> = {
  close_duplicate: 'duplicate',
  close_unanswered: 'no_answer',
}

export interface Closing {
  /** One for each kind of aid. */
  readonly templates: readonly Template[]
  readonly versions: NonNullable<Extract<BulkChange, { kind: ClosingKind }>['template_versions']>
}

/** The words that close requests, and their versions: no other words are sent. */
export async function closingWords(
  kind: ClosingKind,
  request: { readonly bearer: Bearer; readonly signal: AbortSignal },
): Promise<Closing> {
  const { items } = await call('GET /api/admin/reason-templates', { query: {}, ...request })
  const templates = items.filter((each) => each.kind === 'rejection' && each.reason_code === REASONS[kind])
  return {
    templates,
    versions: Object.fromEntries(templates.map((each) => [each.application_type, each.version])),
  }
}

interface ClosingLettersProps {
  rows: readonly ReviewedApplicationJson[]
  outcome: BulkOutcome
  closing: Closing
}

export function ClosingLetters({ rows, outcome, closing }: ClosingLettersProps) {
  const told = rows.filter(({ id }) => outcome.rows.some((row) => row.id === id && row.refusal === null))
  const [chosen, choose] = useState(told[0])
  const template = closing.templates.find((each) => each.application_type === chosen?.application_type)
  if (!chosen || !template) return null
  return (
    <section aria-label={words.letters} className="mt-4 grid gap-3">
      <h3>{words.letters}</h3>
      <SelectField
        label={words.letterTo}
        value={chosen.id}
        onChange={({ target }) => choose(told.find(({ id }) => id === target.value))}
        options={told.map(({ id, applicant, case_number: caseNumber }) => [
          id,
          words.person(applicant.full_name, caseNumber),
        ])}
      />
      <Letter key={chosen.id} id={chosen.id} text={template.text} />
    </section>
  )
}

function Letter({ id, text }: { id: string; text: string }) {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => {
    const body = { kind: 'rejection' as const, text, papers: [] }
    return call('POST /api/admin/applications/:id/preview', { params: { id }, body, bearer, signal })
  })
  return (
    <LoadedPart loaded={loaded} failed={words.letterFailed} skeleton={<Skeleton className="block h-64" />}>
      {(letter) => <PreviewedLetter letter={letter} />}
    </LoadedPart>
  )
}
