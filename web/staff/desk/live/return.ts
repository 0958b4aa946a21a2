/** Loads again what a page shows when the person comes back to it: others may have changed it meanwhile. */
import { useEffect, useEffectEvent } from 'react'

/** Coming back to a tab of another window is told twice. */
const SAME_RETURN_MILLISECONDS = 1000

/** @param onReturn called when the page is shown again, or its window gets the focus */
export function useReturn(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn)
  useEffect(() => {
    let last = -Infinity
    const listen = ({ timeStamp }: Event) => {
      if (document.hidden || timeStamp - last < SAME_RETURN_MILLISECONDS) return
      last = timeStamp
      returned()
    }
    window.addEventListener('focus', listen)
    document.addEventListener('visibilitychange', listen)
    return () => {
      window.removeEventListener('focus', listen)
      document.removeEventListener('visibilitychange', listen)
    }
  }, [])
}
