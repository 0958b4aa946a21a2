/** Reading all pages of one of the provider's lists, one after the other. */
import type { Page, PageInput } from './paystack.ts'

/**
 * Reads a list to its end. While a page is worked on, the next one is on its way.
 * @throws ProviderSilence, ProviderRefusal
 */
export async function* readPages<Row>(
  read: (input: PageInput) => Promise<Page<Row>>,
  period: Pick<PageInput, 'from' | 'to'>,
): AsyncGenerator<Page<Row>> {
  const ask = (page: number) => {
    const answer = read({ ...period, page })
    // An error is thrown when its turn comes, or never, when the reader has stopped before.
    answer.catch(() => {})
    return answer
  }
  let next: Promise<Page<Row>> | null = ask(1)
  for (let page = 1; next; page += 1) {
    const found: Page<Row> = await next
    next = found.last ? null : ask(page + 1)
    yield found
  }
}
