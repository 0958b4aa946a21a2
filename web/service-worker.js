/**
 * Says on every page that there is no connection, and answers the pages of the aid form without one, on a device that opened one of them.
 * The build writes in what it keeps (scripts/service-worker.ts). Pages come from the network whenever there is one, so a page never runs with files of another build,
 * and nothing else is ever kept: no answer of the API, no document, nothing of a person, but a request whose Send was pressed, sealed, until
 * it is sent.
 */
const CACHE = 'taimako-__BUILD__'
/** The addresses of pages that work without a connection. */
const PAGES = new Set(__PAGES__)
/** Files that these pages load, named by a hash of their content. */
const ASSETS = new Set(__ASSETS__)
const OFFLINE_PAGE = '/offline'
/** Each has an offline page of its own. */
const LANGUAGES = __LANGUAGES__
/** As web/lib/service-worker.ts sends it. */
const KEEP_FORM = 'keep the aid form'
/** Database and event of requests that pages hand over (web/features/apply/hand-over.ts). */
const SENDING = 'taimako-sending'

self.addEventListener('install', (event) => {
  event.waitUntil(install())
})

async function install() {
  await keepPages([OFFLINE_PAGE])
  const [page] = PAGES
  // The build before kept the form: this one keeps it too.
  if (await caches.match(page)) await keepForm()
}

/** Pages of the aid form ask for it, so that nobody else loads 300 kB that they do not need. */
self.addEventListener('message', (event) => {
  if (event.data === KEEP_FORM) event.waitUntil(keepForm())
  if (event.data === 'send what waits') event.waitUntil(sendWaiting().catch(console.warn))
})

/** All or nothing: what fails is tried again with the next visit. */
async function keepForm() {
  const cache = await caches.open(CACHE)
  await Promise.all([cache.addAll([...ASSETS]), keepPages([...PAGES])])
}

async function keepPages(pages) {
  const cache = await caches.open(CACHE)
  await cache.addAll(pages.map((page) => new Request(page, { cache: 'no-cache' })))
}

// The worker of a new build starts when no page of the old one is open, so an open page finds its files until then.
self.addEventListener('activate', (event) => {
  // A first visit finds its files too, after an update or without a connection.
  event.waitUntil(Promise.all([dropOthers(), self.clients.claim()]))
})

async function dropOthers() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('taimako-') && name !== CACHE).map((name) => caches.delete(name)),
  )
}

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname, search } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate') event.respondWith(answerPage(event.request, pathname, search))
  // A build that waits for its turn has kept its files too.
  else if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(event.request)))
})

async function answerPage(request, pathname, search) {
  const tag = LANGUAGES.find((each) => pathname.startsWith(`/${each}/`))
  const own = tag === undefined ? OFFLINE_PAGE : `/${tag}${OFFLINE_PAGE}`
  const findKept = async () => (PAGES.has(pathname) || pathname === own ? caches.match(pathname) : undefined)
  try {
    const page = await fetch(request)
    // A proxy answers while our server is replaced: the form opens all the same.
    if (page.status > 501 && page.status < 505) return (await findKept()) ?? page
    // Whoever reads a language keeps its stand-in.
    if (page.ok && own !== OFFLINE_PAGE && !(await caches.match(own))) void keepPages([own]).catch(console.warn)
    return page
  } catch (fault) {
    const kept = await findKept()
    if (kept) return kept
    for (const standIn of new Set([own, OFFLINE_PAGE]))
      if (await caches.match(standIn))
        return Response.redirect(`${standIn}?${new URLSearchParams({ from: pathname + search })}`)
    throw fault
  }
}

/** The browser fires it once there is a connection, and again later if it fails. */
self.addEventListener('sync', (event) => {
  if (event.tag === SENDING) event.waitUntil(sendWaiting())
})

async function sendWaiting() {
  for (const key of await inStore('requests', (requests) => requests.getAllKeys())) {
    const kept = await inStore('requests', (requests) => requests.get(key))
    // A page that sends it now holds the lock.
    if (kept && !kept.state) await self.navigator.locks.request(kept.lock, () => sendOne(key))
  }
}

/** Every step is safe to repeat: a document that is there is a duplicate, and the key makes one request of many. */
async function sendOne(key) {
  const kept = await inStore('requests', (requests) => requests.get(key))
  if (!kept || kept.state) return
  // Stays until its sender has read how it ended: they believe that it was sent.
  if (kept.until < Date.now()) return end(key, kept, 'failed')
  const own = await inStore('keys', (keys) => keys.get('own'))
  const unseal = ({ iv, sealed }) => crypto.subtle.decrypt({ name: 'AES-GCM', iv }, own, sealed)
  const { ticket, profile, to, application } = JSON.parse(new TextDecoder().decode(await unseal(kept)))
  const send = async (method, path, body, headers) => {
    const answer = await fetch(path, { method, body, headers: { Authorization: `Ticket ${ticket}`, ...headers } })
    if (answer.ok) return true
    if (answer.status >= 500 || [408, 423, 429].includes(answer.status))
      throw new Error(`not sent yet: ${answer.status}`)
    const { error, code } = await answer.json().catch(() => ({}))
    return error === 'Duplicate' || code === 'idempotency_key_reused'
  }
  const json = { 'Content-Type': 'application/json' }
  while (kept.files.length > 0) {
    const [file] = kept.files
    const path = `/storage/v1/object/documents/${file.path}`
    if (!(await send('POST', path, await unseal(file), { 'Content-Type': file.type }))) return end(key, kept, 'failed')
    kept.files.shift()
    if (!(await keepIfThere(key, kept))) return
  }
  if (profile && !(await send('PUT', '/api/profile', JSON.stringify(profile), json))) return end(key, kept, 'failed')
  if (!(await keepIfThere(key, kept))) return
  const headers = { ...json, 'Idempotency-Key': key }
  if (!(await send('POST', to, JSON.stringify(application), headers))) return end(key, kept, 'failed')
  await end(key, kept, 'sent')
}

/** @returns false: its sender has deleted it meanwhile */
async function keepIfThere(key, kept) {
  if (!(await inStore('requests', (requests) => requests.get(key)))) return false
  await inStore('requests', (requests) => requests.put(kept, key))
  return true
}

/** Nothing of it stays but how it ended, which a page shows its sender. */
async function end(key, { owner }, state) {
  await keepIfThere(key, { state, owner })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of this worker has none
  for (const page of await self.clients.matchAll()) page.postMessage(SENDING)
}

function inStore(store, act) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(SENDING, 1)
    opening.addEventListener('upgradeneeded', () => {
      for (const each of ['keys', 'requests']) opening.result.createObjectStore(each)
    })
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction(store, 'readwrite')
      const request = act(transaction.objectStore(store))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(transaction.error))
      opening.result.close()
    })
  })
}
