/** The headline figures and what each fund has received. A failure is logged and shows nothing: the places stay as they were. */
import { useCallback, useEffect, useState } from 'react'
import { call, type CallReply } from '../../api/client.ts'

export type Stats = CallReply<'GET /api/stats'>

export function useStats(): { stats: Stats | undefined; reload: () => void } {
  const [stats, setStats] = useState<Stats>()
  const reload = useCallback(() => {
    call('GET /api/stats', {}).then(setStats, (problem: unknown) => {
      console.warn('The figures could not be loaded.', problem)
    })
  }, [])
  useEffect(reload, [reload])
  return { stats, reload }
}
