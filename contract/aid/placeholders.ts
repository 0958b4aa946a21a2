/** Fills the placeholders in a text to an applicant. Pages fill a template; the server fills the names of papers when it is sent. */
import { ANSWER_DAYS, type Placeholder, type TemplateKind } from './reason-fields.ts'

export interface Filling {
  readonly kind: TemplateKind
  readonly fullName: string
  readonly caseNumber: string
  readonly papers: readonly string[]
  readonly now: Date
}

const DAY_MILLISECONDS = 24 * 60 * 60_000

/** @returns empty where nothing is there to fill it */
export function placeholderValues({ kind, fullName, caseNumber, papers, now }: Filling): Record<Placeholder, string> {
  const day = new Date(now.getTime() + (kind === 'papers' ? ANSWER_DAYS * DAY_MILLISECONDS : 0))
  return {
    first_name: fullName.trim().split(/\s+/)[0] ?? '',
    case: caseNumber,
    papers: papers.map((paper) => `- ${paper}`).join('\n'),
    date: day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Africa/Lagos' }),
  }
}
