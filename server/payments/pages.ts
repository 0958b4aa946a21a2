/** Reading all pages of one of the provider's lists, one after the other. */
import type { Page, PageInput } from './paystack.ts'

/**
 * Reads a list to its end.
 * @throws ProviderSilence, ProviderRefusal
 */
export async function* readPages<Row>(
  read: (input: PageInput) => Promise<Page<Row>>,
  period: Pick<PageInput, 'from' | 'to'>,
): AsyncGenerator<Page<Row>> {
  for (let page = 1, last = false; !last; page += 1) {
    const found = await read({ ...period, page })
    last = found.last
    yield found
  }
}
