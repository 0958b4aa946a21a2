/**
 * Says on every page that there is no connection, and answers the pages of the aid form without one, on a device that opened one of them.
 * The build writes in what it keeps (scripts/service-worker.ts). Pages come from the network whenever there is one, so a page never runs with files of another build,
 * and nothing else is ever kept: no answer of the API, no document, nothing of a person.
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
  event.waitUntil(dropOthers())
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
  try {
    const page = await fetch(request)
    // Whoever reads a language keeps its stand-in.
    if (page.ok && own !== OFFLINE_PAGE && !(await caches.match(own))) void keepPages([own]).catch(console.warn)
    return page
  } catch (fault) {
    const kept = PAGES.has(pathname) || pathname === own ? await caches.match(pathname) : undefined
    if (kept) return kept
    for (const standIn of new Set([own, OFFLINE_PAGE]))
      if (await caches.match(standIn))
        return Response.redirect(`${standIn}?${new URLSearchParams({ from: pathname + search })}`)
    throw fault
  }
}
