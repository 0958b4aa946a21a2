/** Giving, for the page: the state to show, and the run behind it. */
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { GivingRun } from './giving.ts'
import { GIVING_START, type Giving } from './giving-state.ts'
import type { Gift } from './gift.ts'

export function useGiving(onPaid: (gift: Gift) => void): { giving: Giving; run: GivingRun } {
  const [run] = useState(() => new GivingRun())
  const giving = useSyncExternalStore(run.subscribe, run.read, () => GIVING_START)
  const paid = useEffectEvent(onPaid)
  useEffect(() => {
    run.resume(paid)
    return () => run.stop()
  }, [run])
  return { giving, run }
}
