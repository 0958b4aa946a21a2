/** One change of many requests: tried dry, made, and taken back. */
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { call, type CallReply, type CallRequest } from '../../../api/client.ts'

export type BulkChange = CallRequest<'POST /api/admin/queue/changes'>['body']['change']
/** Chosen by the reader; the other one only takes a closing back. */
export type ChosenChange = Exclude<BulkChange, { kind: 'take_back' }>
export type BulkKind = ChosenChange['kind']
export type BulkOutcome = CallReply<'POST /api/admin/queue/changes'>

export interface BulkDone {
  readonly change: ChosenChange
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
  change: ChosenChange,
  { rows }: BulkOutcome,
): BulkDone {
  const changed = rows.flatMap(({ id, refusal, version }) => {
    const row = before.find((each) => each.id === id)
    return row && refusal === null && version !== null ? [{ before: row, version }] : []
  })
  return { change, rows: changed }
}

/**
 * Makes every row again what it was before: the same owner, or undecided.
 * @returns how many rows were not taken back, because they have changed since
 */
export async function takeBackAll({ change, rows }: BulkDone, bearer: Bearer): Promise<number> {
  let left = 0
  const groups = new Map<string, BulkDone['rows'][number][]>()
  for (const row of rows) {
    const key = JSON.stringify(backOf(change, row.before))
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  for (const [key, group] of groups) {
    const [first] = group
    if (!first) throw new Error(`no rows for ${key}`)
    const back = backOf(change, first.before)
    const again = group.map(({ before, version }) => ({ id: before.id, version }))
    left += (await sendChange(again, back, { bearer, isDry: false })).refused
  }
  return left
}

function backOf({ kind }: ChosenChange, { owner }: ReviewedApplicationJson): BulkChange {
  // The letters of closings wait, and are never sent.
  return kind === 'assign' ? { kind, to: owner?.user_id ?? null } : { kind: 'take_back' }
}
