/** Short labels that staff add to requests. A tag is created with its first request, and deleted after its last one. */
import { and, count, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { TAGS_OF_REQUEST_MAX } from '../../../../contract/aid/queue-fields.ts'
import type { Administering } from '../../../record/audit/audit.ts'
import { minutes } from '../../../platform/clock.ts'
import type { Core } from '../../../platform/core.ts'
import { onlyRow, rows, type Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Job } from '../../../platform/jobs.ts'
import { change, getReviewed, lockForReview, recordAct, type Acting } from '../lock-for-review.ts'
import { auditRequest } from '../../requests/audit-request.ts'
import { requestTags, type Application } from '../../requests/schema.ts'

const Tag = z.object({ id: z.string(), name: z.string() })
type Tag = z.output<typeof Tag>

/** A change of one tag of requests. */
interface Tagging {
  readonly tag: string
  readonly on: boolean
}

/** Those that requests have, by name. */
export function readTags({ db }: Pick<Core, 'db'>) {
  return rows(
    db,
    sql`select id::text, name from tags where exists (select from request_tags where tag_id = tags.id)
         order by lower(name) limit 500`,
    Tag,
  )
}

/**
 * Finds the tag by its name, in any case, and locks it until the transaction ends. Call it before a request is locked: everyone takes
 * the two in this order.
 * @returns undefined: there is no such tag, and none is to be added
 */
async function lockTag(tx: Tx, { by, now }: Acting, { tag, on }: Tagging): Promise<Tag | undefined> {
  if (!on) {
    const [found] = await rows(
      tx,
      sql`select id::text, name from tags where lower(name) = lower(${tag}) for no key update`,
      Tag,
    )
    return found
  }
  // Two who make the same tag at once get one; the update locks the one that is there.
  return onlyRow(
    tx,
    sql`insert into tags (id, name, made_by, created_at) values (${newId()}, ${tag}, ${by.userId}, ${now.toISOString()}::timestamptz)
        on conflict (lower(name)) do update set name = tags.name returning id::text, name`,
    Tag,
  )
}

/** Adds a locked tag to a locked request, or removes it. */
async function changeTag(
  tx: Tx,
  { id }: Application,
  acting: Acting,
  { tag, on }: { readonly tag: Tag | undefined; readonly on: boolean },
): Promise<void> {
  const { by, now } = acting
  if (!tag) throw new AppError('nothing_to_change')
  const link = and(eq(requestTags.applicationId, id), eq(requestTags.tagId, tag.id))
  const hasIt = (await tx.$count(requestTags, link)) > 0
  if (hasIt === on) throw new AppError('nothing_to_change')
  if (on) {
    const [present] = await tx.select({ tags: count() }).from(requestTags).where(eq(requestTags.applicationId, id))
    if ((present?.tags ?? 0) >= TAGS_OF_REQUEST_MAX) throw new AppError('too_many_tags')
    await tx.execute(
      sql`insert into request_tags (application_id, tag_id, tagged_by, tagged_at, created_at, due_at)
          select id, ${tag.id}::uuid, ${by.userId}::uuid, ${now.toISOString()}::timestamptz, created_at, due_at
            from aid_applications where id = ${id}::uuid`,
    )
  } else await tx.delete(requestTags).where(link)
  await change(tx, id, acting)
  await recordAct(tx, id, acting, { act: on ? 'tagged' : 'untagged', tag: tag.name })
  // By its id alone: a name may say something of a person, and the audit is never erased.
  const [before, after] = on ? [null, tag.id] : [tag.id, null]
  await auditRequest(tx, acting, 'application.tagged', id, { before: { tag: before }, after: { tag: after } })
}

/** Adds a tag to a request or removes it, on decided requests too. Refused if the request has changed since the caller read it. */
export function tagRequest(
  core: Core,
  by: Administering,
  { id, version }: { readonly id: string; readonly version: number },
  tagging: Tagging,
) {
  const acting = { by, now: core.clock.now() }
  return core.db.transaction(async (tx) => {
    const tag = await lockTag(tx, acting, tagging)
    await changeTag(tx, await lockForReview(tx, by, id, version), acting, { tag, on: tagging.on })
    return getReviewed(tx, acting, id)
  })
}

/** Deletes tags that no request has. */
export const unusedTagsJob: Job = {
  name: 'applications.unused-tags',
  everyMilliseconds: minutes(10),
  async run({ db }) {
    await db.transaction(async (tx) => {
      const unused = sql`not exists (select from request_tags where tag_id = tags.id)`
      // Locked first, so that no one can add one of these tags to a request in the meantime.
      const found = await rows(tx, sql`select id::text, name from tags where ${unused} for update skip locked`, Tag)
      for (const { id } of found) await tx.execute(sql`delete from tags where id = ${id}::uuid and ${unused}`)
    })
  },
}
