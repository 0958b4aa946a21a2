/** A template with the person's name, the case number and the day in place. The papers are named in a field of their own. */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { placeholderValues } from '../../../../contract/aid/placeholders.ts'
import type { Template } from './template.ts'

type About = Pick<ApplicationDetailsJson, 'applicant' | 'case_number'>

/** What nothing can fill stays: the server asks for words in its place. */
export function filled({ kind, text }: Template, { applicant, case_number: caseNumber }: About, now: Date): string {
  const values = placeholderValues({ kind, fullName: applicant.full_name, caseNumber, papers: [], now })
  return Object.entries(values).reduce(
    (words, [name, value]) => (value === '' ? words : words.replaceAll(`{${name}}`, value)),
    text,
  )
}
