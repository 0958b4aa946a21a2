/** The headline figures. A failure is logged, and the figures stay as they were. */
import { call, type CallReply } from '../../api/client.ts'
import { useLoaded } from '../../lib/use-loaded.ts'

export type Stats = CallReply<'GET /api/stats'>

export function useStats(): { stats: Stats | undefined } {
  const { view } = useLoaded((signal) => call('GET /api/stats', { signal }))
  return { stats: view.is === 'there' ? view.value : undefined }
}
