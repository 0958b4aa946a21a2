/** Public figures of each fund: received, promised and paid out. */
import type { CallReply } from '../../api/client.ts'
import { readFunds } from '../../lib/funds.ts'
import { useLoaded } from '../../lib/use-loaded.ts'

export type Funds = CallReply<'GET /api/funds'>
export type FundFigures = Funds['funds'][number]

export function useFunds() {
  const { view, reload } = useLoaded(readFunds)
  return { view, reload, funds: view.is === 'there' ? view.value : undefined }
}
