/** The service worker (web/service-worker.js). A browser that refuses it shows the pages all the same. */
const workers = () => (import.meta.env.DEV ? undefined : navigator.serviceWorker)

/** Keeps the page that stands in for others without a connection. Nothing waits for it: it starts a second after the page has loaded. */
export function startWorker(): void {
  const start = () => setTimeout(() => void workers()?.register('/service-worker.js').catch(console.warn), 1000)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start)
}

/** Keeps the pages of the aid form too, so that they open without a connection. */
export function keepForm(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  void workers()?.ready.then(({ active }) => active?.postMessage('keep the aid form'))
}
