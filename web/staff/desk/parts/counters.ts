/** Counts that the rail shows on every page: each is loaded with the page, and again after something was done. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Bearer } from '../../../api/authorization.ts'
import { call } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { useAdministration } from '../administration.ts'

type Count = number | string

function createCounter(load: (bearer: Bearer, signal: AbortSignal) => Promise<Count>) {
  let count: Count | undefined
  const listeners = new Set<() => void>()
  const requests = new EventTarget()
  const follow = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    /** @returns undefined until they are counted */
    useCount: () =>
      useSyncExternalStore(
        follow,
        () => count,
        () => undefined,
      ),
    countAgain: () => void requests.dispatchEvent(new Event('count')),
    /** Counts on each page that contains it. */
    Counter: () => {
      const { bearer } = useAdministration()
      const { view, reload } = useLoaded((signal) => load(bearer, signal))
      const again = useEffectEvent(reload)
      useEffect(() => {
        const listen = () => again()
        requests.addEventListener('count', listen)
        return () => requests.removeEventListener('count', listen)
      }, [])
      const counted = view.is === 'there' ? view.value : undefined
      useEffect(() => {
        if (counted === undefined) return
        count = counted
        for (const listener of listeners) listener()
      }, [counted])
      return null
    },
  }
}

/** Messages that no one has answered. */
export const {
  useCount: useUnanswered,
  countAgain: countMessagesAgain,
  Counter: UnansweredCounter,
} = createCounter(async (bearer, signal) => (await call('GET /api/admin/inbox', { bearer, signal })).unanswered)

/** Decisions that wait for the reader. */
export const {
  useCount: useWaitingDecisions,
  countAgain: countDecisionsAgain,
  Counter: WaitingDecisionsCounter,
} = createCounter(async (bearer, signal) => (await call('GET /api/admin/decision-counts', { bearer, signal })).waiting)
