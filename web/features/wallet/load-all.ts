/** Every page of a list, one after the other: for a file or a sheet of paper, which have no "more". */

interface Page<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}

/** The most that the API answers at once. */
const PAGE_ITEMS = '200'

/**
 * @param load asks for one page; what it throws ends the loading
 * @returns all items, and the last page with what else it says
 */
export async function loadAll<Item, Reply extends Page<Item>>(
  load: (page: { limit: string; cursor?: string }) => Promise<Reply & Page<Item>>,
): Promise<{ items: Item[]; last: Reply }> {
  const items: Item[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await load({ limit: PAGE_ITEMS, ...(cursor !== undefined && { cursor }) })
    items.push(...page.items)
    if (page.next_cursor === null) return { items, last: page }
    cursor = page.next_cursor
  }
}
