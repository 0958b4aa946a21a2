/** The way of a request as its owner reads it: the steps that were taken, then those still to come. */
import type { ApplicationStatus } from '../../../contract/application-fields.ts'
import { applications as words } from '#words/applications.ts'

interface TakenStep {
  readonly status: ApplicationStatus
  readonly reason: string | null
  readonly created_at: string
}

export interface TimelineStep {
  readonly name: string
  readonly reason: string | null
  /** Null for one that is still to come. */
  readonly at: string | null
}

/** What is still ahead of a status; a decision is the end, until somebody takes it back. */
function aheadOf(status: ApplicationStatus | undefined): readonly ('under_review' | 'decision')[] {
  if (status === 'pending') return ['under_review', 'decision']
  return status === 'under_review' ? ['decision'] : []
}

/** @param timeline oldest step first; the first is the sending itself */
export function buildTimeline(timeline: readonly TakenStep[]): TimelineStep[] {
  const taken = timeline.map(({ status, reason, created_at: at }, place) => ({
    // A status that this page does not know yet is said as it came.
    name: place === 0 ? words.steps.sent : Object.hasOwn(words.steps, status) ? words.steps[status] : status,
    reason,
    at,
  }))
  const ahead = aheadOf(timeline.at(-1)?.status)
  return [...taken, ...ahead.map((name) => ({ name: words.steps[name], reason: null, at: null }))]
}

const HOUR_SECONDS = 3600
const DAY_HOURS = 24

/** `about 5 hours`, `about 3 days`: no more exact than a median is. */
export function roughTime(seconds: number): string {
  const hours = Math.max(1, Math.round(seconds / HOUR_SECONDS))
  return hours < 2 * DAY_HOURS ? words.hours(hours) : words.days(Math.round(hours / DAY_HOURS))
}
