/** Giving, as the page uses it: the state to show, and the verbs. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createGiving, type GivingStore } from './giving.ts'
import { GIVING_START, type Giving } from './giving-state.ts'
import type { Gift } from './gift.ts'

export function useGiving(onPaid: (gift: Gift, inFront: boolean) => void): { giving: Giving; store: GivingStore } {
  const latest = useRef(onPaid)
  useEffect(() => {
    latest.current = onPaid
  })
  const [store] = useState(() => createGiving((gift, inFront) => latest.current(gift, inFront)))
  const giving = useSyncExternalStore(store.subscribe, store.read, () => GIVING_START)
  useEffect(() => {
    store.resume()
    return store.stop
  }, [store])
  return { giving, store }
}
