/** How many messages are unanswered: for the rail, on every page of staff who may see messages. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { call } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { useAdministration } from '../../desk/administration.ts'

type Count = number | string

let count: Count | undefined
const listeners = new Set<() => void>()
const countRequests = new EventTarget()

function follow(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** @returns undefined until they are counted */
export function useUnanswered(): Count | undefined {
  return useSyncExternalStore(
    follow,
    () => count,
    () => undefined,
  )
}

/** After a message was answered or marked. */
export function countMessagesAgain(): void {
  countRequests.dispatchEvent(new Event('count'))
}

/** Counts them on each page that contains it. */
export function UnansweredCounter() {
  const { bearer } = useAdministration()
  const { view, reload } = useLoaded((signal) => call('GET /api/admin/inbox', { bearer, signal }))
  const again = useEffectEvent(reload)
  useEffect(() => {
    const listen = () => again()
    countRequests.addEventListener('count', listen)
    return () => countRequests.removeEventListener('count', listen)
  }, [])
  const counted = view.is === 'there' ? view.value.unanswered : undefined
  useEffect(() => {
    if (counted === undefined) return
    count = counted
    for (const listener of listeners) listener()
  }, [counted])
  return null
}
