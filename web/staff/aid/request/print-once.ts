/** Prints what has just been drawn, once. */
import { useEffect, useEffectEvent } from 'react'

/** @param onDone when the browser has printed, which on phones is after the call returns */
export function usePrintOnce(ready: () => Promise<unknown>, onPrint: () => void, onDone: () => void): void {
  const done = useEffectEvent(onDone)
  const startPrint = useEffectEvent(onPrint)
  const becomeReady = useEffectEvent(ready)
  useEffect(() => {
    const leaving = new AbortController()
    window.addEventListener('afterprint', () => done(), { signal: leaving.signal })
    const print = async () => {
      await becomeReady()
      await new Promise(requestAnimationFrame)
      if (!leaving.signal.aborted) startPrint()
    }
    void print()
    return () => leaving.abort()
  }, [])
}
