/** Whether the device reports a connection. It may report one where nothing arrives, but never the other way around. */
import { useSyncExternalStore } from 'react'

function subscribeToLine(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToLine,
    () => navigator.onLine,
    () => true,
  )
}
