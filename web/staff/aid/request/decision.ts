/** The decisions about a request, and sending them. */
import type { ApplicationDetailsJson, ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { call } from '../../../api/client.ts'
import type { AwardBody } from '../payouts/award-fields.tsx'
import type { Template } from '../templates/template.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'

/** The reader's next place. */
export type After = 'next' | 'stay'
export type DecisionKind = 'approved' | 'rejected' | 'papers' | 'pending'

/** Template kind of each decision that has templates. */
export const TEMPLATES_OF: Partial<Record<DecisionKind, Template['kind']>> = { rejected: 'rejection', papers: 'papers' }

/** Message that the applicant reads. */
export interface Message {
  readonly text: string
  /** The template that the text began as. */
  readonly template: Template | undefined
  /** Papers that replace `{papers}` in the text. */
  readonly papers: readonly string[]
  /** Proposed with the approval. */
  readonly award?: AwardBody | undefined
  /** Says with an approval that the reviewer checked who the applicant is. */
  readonly isChecked?: boolean
}

export function doneToast(kind: DecisionKind, { award }: Message): string {
  if (kind === 'papers') return toasts.papersAsked
  return award ? toasts.approvedWith(formatNaira(award.amount)) : toasts.statusChanged[kind]
}

/** Names the version that was read: after a colleague's decision, nothing happens. */
export function sendDecision(
  { id, version }: Pick<ApplicationDetailsJson, 'id' | 'version'>,
  kind: DecisionKind,
  { text, template, papers, award, isChecked }: Message,
  bearer: Bearer,
): Promise<ReviewedApplicationJson> {
  const params = { id }
  const origin = {
    ...(template && { reason_code: template.reason_code, template_version: template.version }),
    ...(papers.length > 0 && { papers: [...papers] }),
  }
  if (kind === 'papers') {
    const body = { text, expected_version: version, ...origin }
    return call('POST /api/admin/applications/:id/paper-requests', { params, bearer, body })
  }
  const body = {
    status: kind,
    expected_version: version,
    ...(text !== '' && { reason: text }),
    ...(award && { award }),
    ...(isChecked && { identity_checked: true }),
    ...origin,
  }
  return call('PATCH /api/admin/applications/:id', { params, bearer, body })
}
