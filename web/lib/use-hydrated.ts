/** False in the prerendered page and until React runs: what is pressed or typed before that, no handler of ours sees. */
import { useSyncExternalStore } from 'react'

const never = () => () => {}

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
