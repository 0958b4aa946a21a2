/** Keeps the pages of the aid form on the device, so that they open without a connection (web/service-worker.js). */
import { useEffect } from 'react'

/** Nothing waits for it: it starts once the page has loaded, and a browser that refuses it shows the page all the same. */
export function useKeptForOffline(): void {
  useEffect(() => {
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
    const keep = () =>
      void navigator.serviceWorker
        .register('/service-worker.js')
        .catch((fault: unknown) => console.warn('The pages could not be kept for use without a connection.', fault))
    if (document.readyState === 'complete') keep()
    else window.addEventListener('load', keep, { once: true })
    return () => window.removeEventListener('load', keep)
  }, [])
}
