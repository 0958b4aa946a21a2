/** The filter of the queue by a tag. */
import { lists } from '#words/office/administration.ts'
import { queue as words } from '#words/aid/admin-queue.ts'
import { useEndpoint } from '../../desk/queries.ts'
import type { ListFilter } from '../../desk/lists/list-toolbar.tsx'

/** @returns none while no request has a tag */
export function useTagFilter(): readonly ListFilter[] {
  const { view } = useEndpoint('GET /api/admin/tags', {})
  if (view.is !== 'there' || view.value.items.length === 0) return []
  const tags = view.value.items.map(({ id, name }) => ({ value: id, text: name }))
  return [{ is: 'choice', name: 'tag', label: words.tag, options: [{ value: '', text: lists.any }, ...tags] }]
}
