/** The filter of the queue by a tag. */
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { lists } from '#words/office/administration.ts'
import { queue as words } from '#words/aid/admin-queue.ts'
import { useAdministration } from '../../desk/administration.ts'
import type { ListFilter } from '../../desk/lists/list-toolbar.tsx'

/** @param changes grows with every change that may have made a tag @returns none while no request has a tag */
export function useTagFilter(changes: number): readonly ListFilter[] {
  const { bearer } = useAdministration()
  const { view, reload } = useLoaded((signal) => call('GET /api/admin/tags', { bearer, signal }))
  const loadAgain = useEffectEvent(reload)
  useEffect(() => {
    if (changes > 0) loadAgain()
  }, [changes])
  if (view.is !== 'there' || view.value.items.length === 0) return []
  const tags = view.value.items.map(({ id, name }) => ({ value: id, text: name }))
  return [{ is: 'choice', name: 'tag', label: words.tag, options: [{ value: '', text: lists.any }, ...tags] }]
}
