/** The status of a request in a word (section 4 of the spec: yellow, green, red, blue; anything else grey). */
import type { ApplicationStatus } from '../../contract/aid/handling-fields.ts'
import { Badge, type BadgeTone } from './badge.tsx'
import { applicationNames as words } from '#words/aid/application-names.ts'

const TONES: Readonly<Record<ApplicationStatus, BadgeTone>> = {
  pending: 'waiting',
  approved: 'good',
  rejected: 'bad',
  under_review: 'info',
}

export function StatusBadge({ status }: { status: ApplicationStatus }) {
  const isKnown = Object.hasOwn(TONES, status)
  return <Badge tone={isKnown ? TONES[status] : 'plain'}>{isKnown ? words.statuses[status] : status}</Badge>
}
