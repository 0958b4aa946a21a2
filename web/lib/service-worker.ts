/** The service worker (web/service-worker.js). A browser that refuses it shows the pages all the same. */
const workers = () => (import.meta.env.DEV ? undefined : navigator.serviceWorker)

/** Keeps the page that stands in for others without a connection. Nothing waits for it: it starts once the page has loaded and rests. */
export function startWorker(): void {
  const register = () => void workers()?.register('/service-worker.js').catch(console.warn)
  const start = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(register, { timeout: 3000 })
    // Safari knows no idle time.
    else setTimeout(register, 1000)
  }
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}

/** Keeps the pages of the aid form too, so that they open without a connection. */
export function keepForm(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  void workers()?.ready.then(({ active }) => active?.postMessage('keep the aid form'))
}
