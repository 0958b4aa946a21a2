/** Top-ups, for the page: the state to show, and the run behind it. */
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { WalletTransactionJson } from '../../../contract/money/wallet.ts'
import type { Bearer } from '../../api/authorization.ts'
import { TOP_UPS_START, TopUpsRun, type TopUpsState } from './top-ups.ts'

/** @param listed the transactions on the page: pending ones are followed */
export function useTopUps(
  bearer: Bearer,
  listed: readonly WalletTransactionJson[],
  onChange: (reference: string) => void,
): { topUps: TopUpsState; run: TopUpsRun } {
  const [run] = useState(() => new TopUpsRun(bearer))
  const topUps = useSyncExternalStore(run.subscribe, run.read, () => TOP_UPS_START)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    run.run(changed)
    return () => run.stop()
  }, [run])
  useEffect(() => run.follow(listed), [run, listed])
  return { topUps, run }
}
