/** Views of the list of requests that people keep: a name, and the query of the list. */
import { and, asc, count, eq, or } from 'drizzle-orm'
import { z } from 'zod'
import { applicationFilters } from '../../../../contract/aid/admin.ts'
import { SAVED_VIEWS_MAX } from '../../../../contract/aid/queue-fields.ts'
import type { Administering } from '../../../record/audit/audit.ts'
import { lockOpenAccount } from '../../../people/sign-in/open-account.ts'
import type { Core } from '../../../platform/core.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { savedViews } from '../../requests/schema.ts'

interface ViewText {
  readonly name: string
  readonly query: string
  readonly shared: boolean
}

type ViewChange = { readonly [Name in keyof ViewText]?: ViewText[Name] | undefined }

const Query = z.strictObject(applicationFilters)

/** The caller's own, and those that others share. */
export async function readViews({ db }: Core, { userId }: Administering) {
  const found = await db
    .select()
    .from(savedViews)
    .where(or(eq(savedViews.userId, userId), eq(savedViews.shared, true)))
    .orderBy(asc(savedViews.name), asc(savedViews.id))
    .limit(500)
  return found.map((view) => asRow(view, userId))
}

/** @throws AppError `too_many_views`, `invalid_input`: the list would refuse the query */
export async function saveView(core: Core, { userId }: Administering, { name, query, shared }: ViewText) {
  const view = { id: newId(), userId, name, query: checkedQuery(query), shared, createdAt: core.clock.now() }
  return core.db.transaction(async (tx) => {
    // Two at once cannot both be the last one allowed.
    await lockOpenAccount(tx, userId, 'no key update')
    const [saved] = await tx.select({ views: count() }).from(savedViews).where(eq(savedViews.userId, userId))
    if ((saved?.views ?? 0) >= SAVED_VIEWS_MAX) throw new AppError('too_many_views')
    await tx.insert(savedViews).values(view)
    return asRow(view, userId)
  })
}

/** @throws AppError `not_found`: none of the caller's own, `invalid_input` */
export async function changeView(
  { db }: Core,
  { userId }: Administering,
  id: string,
  { name, query, shared }: ViewChange,
) {
  const [changed] = await db
    .update(savedViews)
    // Its own id, so that a change of nothing is a statement too.
    .set({ id, name, shared, query: query === undefined ? undefined : checkedQuery(query) })
    .where(isOwnView(userId, id))
    .returning()
  if (!changed) throw viewNotFound()
  return asRow(changed, userId)
}

/** @throws AppError `not_found`: none of the caller's own */
export async function deleteView({ db }: Core, { userId }: Administering, id: string): Promise<void> {
  const deleted = await db.delete(savedViews).where(isOwnView(userId, id)).returning({ id: savedViews.id })
  if (deleted.length === 0) throw viewNotFound()
}

const isOwnView = (userId: string, id: string) => and(eq(savedViews.id, id), eq(savedViews.userId, userId))
const viewNotFound = () => new AppError('not_found', { detail: 'There is no such view of yours.' })

function asRow({ id, userId, name, query, shared }: typeof savedViews.$inferSelect, readerId: string) {
  return { id, name, query, shared, own: userId === readerId }
}

function checkedQuery(query: string): string {
  const given = new URLSearchParams(query)
  const filters = Object.fromEntries(given)
  if (Query.safeParse(filters).success && Object.keys(filters).length === given.size) return given.toString()
  throw new AppError('invalid_input', {
    fields: [{ field: 'query', message: 'The list of requests does not know this query.' }],
  })
}
