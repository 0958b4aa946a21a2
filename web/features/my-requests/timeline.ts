/** The timeline of a request as its applicant reads it: the steps so far, then those to come. */
import type { ApplicationStatus } from '../../../contract/aid/application-fields.ts'
import { applications as words } from '#words/aid/applications.ts'

interface TakenStep {
  readonly status: ApplicationStatus
  readonly reason: string | null
  readonly created_at: string
}

export interface TimelineStep {
  readonly name: string
  readonly reason: string | null
  /** Null for a step still to come. */
  readonly at: string | null
}

/** The steps after a status; a decision is the end, unless it is taken back. */
function aheadOf(status: ApplicationStatus | undefined): readonly ('under_review' | 'decision')[] {
  if (status === 'pending') return ['under_review', 'decision']
  return status === 'under_review' ? ['decision'] : []
}

/** @param timeline oldest step first; the first is the submission */
export function buildTimeline(timeline: readonly TakenStep[]): TimelineStep[] {
  const taken = timeline.map(({ status, reason, created_at: at }, place) => ({
    // An unknown status is shown as it is.
    name: place === 0 ? words.steps.sent : Object.hasOwn(words.steps, status) ? words.steps[status] : status,
    reason,
    at,
  }))
  const ahead = aheadOf(timeline.at(-1)?.status)
  return [...taken, ...ahead.map((name) => ({ name: words.steps[name], reason: null, at: null }))]
}

const HOUR_SECONDS = 3600
const DAY_HOURS = 24

/** `about 5 hours`, `about 3 days`: as precise as a median deserves. */
export function roughTime(seconds: number): string {
  const hours = Math.max(1, Math.round(seconds / HOUR_SECONDS))
  return hours < 2 * DAY_HOURS ? words.hours(hours) : words.days(Math.round(hours / DAY_HOURS))
}
