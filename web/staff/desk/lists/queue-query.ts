/** The queue: the query in its address, and its filters. */
import { APPLICATION_SORTS } from '../../../../contract/platform/admin-fields.ts'
import { URGENCIES } from '../../../../contract/aid/application-fields.ts'
import { APPLICATION_STATUSES } from '../../../../contract/aid/handling-fields.ts'
import { typesOf } from '../../../../contract/aid/offered-types.ts'
import { QUEUE_VIEWS, type QueueView } from '../../../../contract/aid/queue-fields.ts'
import { site } from '../../../words/site.ts'
import { typeName } from '../../../words/type-name.ts'
import { lists } from '#words/office/administration.ts'
import { applicationNames } from '#words/aid/application-names.ts'
import { review as words } from '#words/aid/review.ts'
import { idIn } from '../../../lib/id-in.ts'
import { listOf } from '../queries.ts'
import { choice, PERIOD, type ListFilter } from './list-toolbar.tsx'
import { searchOf } from './period.ts'

export const FILTERS: readonly ListFilter[] = [
  choice('status', words.columns.status, applicationNames.statuses),
  choice('type', words.columns.type, Object.fromEntries(typesOf(site.aid).map((type) => [type, typeName(type)]))),
  choice('urgency', words.columns.urgency, applicationNames.urgencies),
  {
    is: 'choice',
    name: 'sort',
    label: lists.sort,
    // Without one, the server puts what is due first, and in the view of all requests the newest.
    options: [['', words.usualSort], ...APPLICATION_SORTS.map((value) => [value, words.sorts[value]] as const)],
  },
  ...PERIOD,
]

/** The rows of the queue. @param query as `queryOf` reads it, with its view */
export const queueList = (query: ReturnType<typeof queryOf> & { view: QueueView }) =>
  listOf('GET /api/admin/applications', (page) => ({ query: { ...query, ...page } }))

/** Values that cannot be read are left out. */
export function queryOf(address: string) {
  const given = new URLSearchParams(address)
  const status = APPLICATION_STATUSES.find((known) => known === given.get('status'))
  const type = typesOf(site.aid).find((known) => known === given.get('type'))
  const urgency = URGENCIES.find((known) => known === given.get('urgency'))
  const view = QUEUE_VIEWS.find((known) => known === given.get('view'))
  const sort = APPLICATION_SORTS.find((known) => known === given.get('sort'))
  const tag = idIn(given.get('tag'))
  return {
    ...(status && { status }),
    ...(type && { type }),
    ...(urgency && { urgency }),
    ...searchOf(given),
    ...(tag !== undefined && { tag }),
    ...(view && { view }),
    ...(sort && { sort }),
  }
}
