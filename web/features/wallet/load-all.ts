/** Loads all pages of a list one after the other: for a sheet of paper, which has no "more". */

interface Page<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}

/** The API's largest page. */
const PAGE_ITEMS = '200'

/**
 * @param load requests one page; its errors end the loading
 * @returns all items, and the last page with its other fields
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
