/** The headline figures and what each fund has received. A failure is logged, and the figures stay as they were. */
import { call, type CallReply } from '../../api/client.ts'
import { useLoaded } from '../../lib/use-loaded.ts'

export type Stats = CallReply<'GET /api/stats'>

export function useStats(): { stats: Stats | undefined; reload: () => void } {
  const { view, reload } = useLoaded((signal) => call('GET /api/stats', { signal }))
  return { stats: view.is === 'there' ? view.value : undefined, reload }
}
