/** The service worker (web/service-worker.js). A browser that refuses it shows the pages all the same. */
const workers = () => (import.meta.env.DEV ? undefined : navigator.serviceWorker)

const register = () => void workers()?.register('/service-worker.js').catch(console.warn)
/** Keeps the page that stands in for others without a connection. Nothing waits for it: it starts when a page has come to rest. */
export const startWorker = () => void setTimeout(register, 2000)

/** Keeps the pages of the aid form too, so that they open without a connection. */
export function keepForm(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  void workers()?.ready.then(({ active }) => active?.postMessage('keep the aid form'))
}
