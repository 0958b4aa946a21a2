/** A list of the dashboard, page after page. When a page does not come, a toast says so. */
import { problemSentence } from '../../../api/problem-sentence.ts'
import { usePages, type Pages } from '../../../lib/use-pages.ts'
import { showToast } from '../../../lib/toast-store.ts'
import { useAdministration } from '../administration.ts'

interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
  /** How many there are in all: a number, or words where counting would take too long. */
  readonly total: number | string
}

export type List<Item> = Pages<Item, ListPage<Item>>

/**
 * Other filters are another list: give the part that calls this a key of them.
 * @param load one page of it, for `call()`
 * @param failed what the toast says when it does not come
 */
export function useList<Item>(
  load: (page: { cursor?: string }, signal: AbortSignal) => Promise<ListPage<Item>>,
  failed: string,
): List<Item> {
  const { onRefusal } = useAdministration()
  return usePages(load, (problem) => {
    console.warn(failed, problem)
    if (!onRefusal(problem)) showToast({ kind: 'destructive', title: failed, description: problemSentence(problem) })
  })
}
