/** HTTP for the queue of the workbench. */
import { bulkEndpoints } from '../../../../contract/aid/bulk.ts'
import { queueEndpoints } from '../../../../contract/aid/queue.ts'
import { tagEndpoints } from '../../../../contract/aid/tags.ts'
import { administering, type Administering } from '../../../record/audit/audit.ts'
import type { Core } from '../../../platform/core.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { serveEndpoints } from '../../../platform/http/endpoints.ts'
import { getReviewed, lockForReview, requireUndecided, type Acting } from '../lock-for-review.ts'
import type { Application } from '../../requests/schema.ts'
import { takeBack, type WithdrawAward } from '../undo.ts'
import { markRead } from './acts.ts'
import { assign, lockOwner, readAssignable } from './assignments.ts'
import { changeMany } from './bulk.ts'
import { createCounts } from './counts.ts'
import { readLease, releaseLease, takeLease, takeNext } from './leases.ts'
import { setWait } from './waiting.ts'
import { readTags, tagRequest } from './tags.ts'

/** @param withdrawAward what undo does to the award of a request */
export function queueRoutes(core: Core, withdrawAward: WithdrawAward) {
  const countsFor = createCounts(core)
  return serveEndpoints(core, queueEndpoints, {
    'GET /api/admin/queue': async ({ caller }) => ({ counts: await countsFor(caller.userId) }),
    'GET /api/admin/queue/people': async () => ({ items: await readAssignable(core) }),
    'POST /api/admin/queue/next': async (call) => ({
      taken: await takeNext(core, administering(call), call.body.except),
    }),
    'GET /api/admin/applications/:id/lease': (call) => readLease(core, administering(call), call.params.id),
    'POST /api/admin/applications/:id/lease': (call) =>
      takeLease(core, administering(call), call.params.id, call.body.take_over),
    'DELETE /api/admin/applications/:id/lease': async (call) => ({
      released: await releaseLease(core, administering(call), call.params.id),
    }),
    'POST /api/admin/applications/:id/undo': (call) => takeBack(core, administering(call), asSeen(call), withdrawAward),
    'POST /api/admin/applications/:id/assignment': (call) =>
      changeUndecided(
        core,
        administering(call),
        asSeen(call),
        (...locked) => assign(...locked, call.body.to),
        (tx) => lockOwner(tx, call.body.to),
      ),
    'POST /api/admin/applications/:id/wait': (call) =>
      changeUndecided(core, administering(call), asSeen(call), (...locked) => setWait(...locked, call.body.until)),
    'POST /api/admin/applications/:id/read': (call) =>
      changeUndecided(core, administering(call), asSeen(call), markRead),
  })
}

export function bulkRoutes(core: Core) {
  return serveEndpoints(
    core,
    { ...bulkEndpoints, ...tagEndpoints },
    {
      'POST /api/admin/queue/changes': (call) =>
        changeMany(core, administering(call), call.body.rows, call.body.change, call.body.dry_run),
      'GET /api/admin/tags': async () => ({ items: await readTags(core) }),
      'POST /api/admin/applications/:id/tags': (call) => tagRequest(core, administering(call), asSeen(call), call.body),
    },
  )
}

interface Seen {
  readonly id: string
  readonly version: number
}
const asSeen = ({ params, body }: { params: { id: string }; body: { expected_version: number } }): Seen => ({
  id: params.id,
  version: body.expected_version,
})

/** Changes an undecided request. @param version the one that the caller saw @param before locks others ahead of it */
function changeUndecided(
  core: Core,
  by: Administering,
  { id, version }: Seen,
  apply: (tx: Tx, found: Application, acting: Acting) => Promise<void>,
  before: (tx: Tx) => Promise<unknown> = async () => {},
) {
  const acting = { by, now: core.clock.now() }
  return core.db.transaction(async (tx) => {
    await before(tx)
    const found = await lockForReview(tx, by, id, version)
    await requireUndecided(tx, found)
    await apply(tx, found, acting)
    return getReviewed(tx, acting, id)
  })
}
