/** The words of staff as the applicant reads them: filled, and with the template that they began as. */
import type { TemplateKind } from '../../../../contract/aid/reason-fields.ts'
import { readPerson } from '../../../people/sign-in/people.ts'
import type { Core } from '../../../platform/core.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { caseNumber } from '../../requests/case-number.ts'
import { composeMail } from '../../../platform/mail/compose.ts'
import { languageOf } from '../../requests/spoken-language.ts'
import { newsLetter } from '../../requests/request-letters.ts'
import { findReviewed } from '../review-list.ts'
import type { Application } from '../../requests/schema.ts'
import { fill } from './fill.ts'
import { checkTemplate, type FromTemplate } from './templates.ts'

export interface Wording extends FromTemplate {
  readonly papers: readonly string[]
}

interface About {
  readonly kind: TemplateKind
  readonly now: Date
  /** The field of the body that a refusal names. */
  readonly field: string
}

export const WITHOUT_TEMPLATE: Wording = { reasonCode: null, templateVersion: null, papers: [] }

/** Reads the template fields of a body. */
export function wordingOf(body: {
  readonly reason_code?: FromTemplate['reasonCode'] | undefined
  readonly template_version?: number | undefined
  readonly papers?: readonly string[] | undefined
}): Wording {
  return {
    reasonCode: body.reason_code ?? null,
    templateVersion: body.template_version ?? null,
    papers: body.papers ?? [],
  }
}

/** @throws AppError `invalid_input`: a placeholder that is unknown or stays empty, or no such template */
export async function word(tx: Tx, found: Application, text: string, wording: Wording, about: About): Promise<string> {
  await checkTemplate(tx, about.kind, found.applicationType, wording)
  const { full_name: fullName } = await readPerson(tx, found.userId)
  const filling = { ...about, fullName, caseNumber: caseNumber(found.number), papers: wording.papers }
  return fill(text, filling, about.field)
}

/** Renders the text as the applicant would read it: on their page, and in the mail. */
export async function preview(
  core: Core,
  userId: string,
  id: string,
  { kind, text, papers }: { kind: TemplateKind; text: string; papers: readonly string[] },
) {
  const now = core.clock.now()
  const found = await findReviewed(core.db, { userId, now }, id)
  if (!found) throw new AppError('not_found', { detail: 'There is no such request.' })
  const { applicant, case_number: number } = found
  const filled = fill(text, { kind, papers, now, fullName: applicant.full_name, caseNumber: number }, 'text')
  const language = await languageOf(core, core.db, found.user_id, id)
  const letter = await composeMail(core, '', newsLetter(kind === 'papers' ? 'papers' : 'rejected', null, language))
  return { text: filled, mail: { subject: letter.subject, text: letter.text } }
}
