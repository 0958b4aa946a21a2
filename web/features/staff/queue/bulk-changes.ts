/** One change of many requests: tried dry, made, and taken back. */
import type { ReviewedApplicationJson } from '../../../../contract/admin.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { call, type CallReply, type CallRequest } from '../../../api/client.ts'
import { dayOfMoment } from '../../../lib/days.ts'

export type BulkChange = Extract<
  CallRequest<'POST /api/admin/queue/changes'>['body']['change'],
  { kind: 'assign' | 'snooze' | 'papers' }
>
export type BulkOutcome = CallReply<'POST /api/admin/queue/changes'>

export interface BulkDone {
  readonly change: BulkChange
  /** The rows that changed, as they were before, each with its version now. */
  readonly rows: readonly { readonly before: ReviewedApplicationJson; readonly version: number }[]
}

export function sendChange(
  rows: readonly Pick<ReviewedApplicationJson, 'id' | 'version'>[],
  change: BulkChange,
  { bearer, isDry }: { readonly bearer: Bearer; readonly isDry: boolean },
): Promise<BulkOutcome> {
  const named = rows.map(({ id, version }) => ({ id, expected_version: version }))
  return call('POST /api/admin/queue/changes', { body: { dry_run: isDry, rows: named, change }, bearer })
}

export function doneOf(
  before: readonly ReviewedApplicationJson[],
  change: BulkChange,
  { rows }: BulkOutcome,
): BulkDone {
  const changed = rows.flatMap(({ id, refusal, version }) => {
    const row = before.find((each) => each.id === id)
    return row && refusal === null && version !== null ? [{ before: row, version }] : []
  })
  return { change, rows: changed }
}

/**
 * Makes every row again what it was before: the same owner, the same snooze, or no request for papers.
 * @returns how many rows were not taken back, because they have changed since
 */
export async function takeBackAll({ change, rows }: BulkDone, bearer: Bearer): Promise<number> {
  if (change.kind === 'papers') return takeBackPapers(rows, bearer)
  let left = 0
  for (const [key, group] of Map.groupBy(rows, ({ before }) => JSON.stringify(backOf(change.kind, before)))) {
    const [first] = group
    if (!first) throw new Error(`no rows for ${key}`)
    const again = group.map(({ before, version }) => ({ id: before.id, version }))
    left += (await sendChange(again, backOf(change.kind, first.before), { bearer, isDry: false })).refused
  }
  return left
}

function backOf(kind: 'assign' | 'snooze', { owner, snooze }: ReviewedApplicationJson): BulkChange {
  if (kind === 'assign') return { kind, to: owner?.user_id ?? null }
  if (snooze === null) return { kind, until: null }
  if (snooze.until === null) return { kind, until: { kind: 'answered' } }
  return { kind, until: { kind: 'date', date: dayOfMoment(new Date(snooze.until)) } }
}

async function takeBackPapers(rows: BulkDone['rows'], bearer: Bearer): Promise<number> {
  let left = 0
  for (const { before, version } of rows) {
    const undoing = call('POST /api/admin/applications/:id/undo', {
      params: { id: before.id },
      body: { expected_version: version },
      bearer,
    })
    await undoing.catch((problem: unknown) => {
      console.warn('A request for papers was not taken back.', problem)
      left += 1
    })
  }
  return left
}
