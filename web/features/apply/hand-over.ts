/**
 * Hands a request whose Send was pressed to the service worker (web/service-worker.js), which sends it once there is a connection, also
 * after this page is gone. Until then it lies on the device for at most seven days, sealed with a key of the worker's own store.
 */
import { SENDING_DATABASE, SENDING_DAYS } from '../../../contract/aid/handling-fields.ts'
import { isRecord } from '../../api/is-record.ts'
import { call } from '../../api/client.ts'
import { bearer } from '../../api/session/bearer.ts'
import { STORAGE_KEY } from '../../api/session/stored-session.ts'
import { readSession, subscribeToSession } from '../../api/session/session-store.ts'
import { browserDatabase } from '../../lib/browser-database.ts'
import type { AidRequest } from './aid-request.ts'
import { isStored, pathOf } from './draft.ts'
import { keyOf } from './draft-storage.ts'
import { loadFile } from './file-storage.ts'
import { applicationOf, profileOf, requestForOtherOf } from './request-bodies.ts'

const ALGORITHM = 'AES-GCM'
const inStore = browserDatabase(SENDING_DATABASE, ['keys', 'requests'])

/** Leave to send a request without the session that it ends with, by the key of the request. A late answer is never that of a later session. */
const tickets = new Map<string, Promise<string>>()
subscribeToSession(() => {
  if (readSession().is === 'out') tickets.clear()
})

/** Asks for leave while there is a connection. An answer to a request for papers is sent by the page alone. */
export async function prepareTicket({ aim, read }: AidRequest): Promise<string | null> {
  const { key, progress } = read().draft
  if (aim.is === 'papers' || progress.userId === null || !canWorkerSend()) return null
  const asked = tickets.get(key) ?? askForTicket(key)
  tickets.set(key, asked)
  return asked.catch((problem: unknown) => {
    if (tickets.get(key) === asked) tickets.delete(key)
    throw problem
  })
}

async function askForTicket(key: string): Promise<string> {
  const { ticket } = await call('POST /api/applications/sending', { body: { key }, bearer })
  return ticket
}

/** Every browser with a worker, over https: without Background Sync, the worker sends when a page is opened. */
const canWorkerSend = () => 'serviceWorker' in navigator && 'locks' in navigator && 'indexedDB' in window

/** Settles when the worker has stored every request: taking one back waits for that. */
let pending: Promise<unknown> = Promise.resolve()

/** @returns whether the worker has it. What changes on this page afterwards takes it back */
export function handOver(request: AidRequest): Promise<boolean> {
  const handing = tryToHandOver(request)
  pending = Promise.all([pending, handing])
  return handing
}

async function tryToHandOver(request: AidRequest): Promise<boolean> {
  const { key } = request.read().draft
  try {
    const ticket = await prepareTicket(request)
    // The draft was sent or discarded meanwhile, and the form holds a new one.
    if (ticket === null || request.read().draft.key !== key) return false
    const registration = await navigator.serviceWorker.getRegistration()
    // Hands nothing over without a worker: no one would send it, nor delete it once the page has.
    if (!registration?.active || !(await store(request, ticket))) return false
    await askForSync(registration)
    followChanges(request)
    return true
  } catch (problem) {
    console.warn(problem)
    return false
  }
}

async function store(request: AidRequest, ticket: string): Promise<boolean> {
  const { aim } = request
  const { draft } = request.read()
  const { userId } = draft.progress
  if (userId === null) return false
  const key = await ownKey()
  const files = []
  for (const document of draft.documents.filter((each) => !isStored(each, userId))) {
    const file = await loadFile(document.id)
    if (!file) return false
    const path = pathOf(userId, document).split('/').map(encodeURIComponent).join('/')
    files.push({ ...(await seal(key, await file.arrayBuffer())), path, type: document.type })
  }
  const sent = { ...draft, documents: draft.documents.map((each) => ({ ...each, storedAt: pathOf(userId, each) })) }
  const content = {
    ticket,
    profile: aim.is === 'other' ? null : profileOf(aim, draft),
    to: aim.is === 'other' ? '/api/applications/for-others' : '/api/applications',
    application: aim.is === 'other' ? requestForOtherOf(sent) : applicationOf(sent),
  }
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const until = Date.now() + SENDING_DAYS * 86_400_000
  const kept = { ...(await seal(key, bytes)), lock: keyOf(aim), until, files, owner: userId }
  // Sent meanwhile, or discarded.
  if (request.read().draft.key !== draft.key) return false
  await inStore('requests', (requests) => requests.put(kept, draft.key))
  return true
}

async function seal(key: CryptoKey, content: BufferSource) {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, sealed: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, content) }
}

/** Drawn once, and never readable: the browser alone uses it. */
async function ownKey(): Promise<CryptoKey> {
  const known: unknown = await inStore('keys', (keys) => keys.get('own'))
  if (known instanceof CryptoKey) return known
  const drawn = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])
  await inStore('keys', (keys) => keys.put(drawn, 'own'))
  return drawn
}

async function askForSync(registration: ServiceWorkerRegistration): Promise<void> {
  const sync: unknown = Reflect.get(registration, 'sync')
  const register: unknown = isRecord(sync) ? sync.register : undefined
  // Refused where the user has switched it off.
  if (typeof register === 'function') await Reflect.apply(register, sync, [SENDING_DATABASE]).catch(console.warn)
}

/** Takes the request back from the worker once something is typed, chosen or discarded after Send was pressed. */
export function followChanges(request: AidRequest): void {
  const { key, documents } = request.read().draft
  const end = new AbortController()
  const unfollow = request.subscribe(() => {
    const { draft } = request.read()
    if (draft.key === key && draft.documents.length === documents.length) return
    unfollow()
    end.abort()
    void takeBack(key)
  })
  document.addEventListener('input', () => void takeBack(key), { once: true, signal: end.signal })
}

/** Deletes what the worker has of a request. */
export async function takeBack(key: string): Promise<void> {
  await pending
  await inStore('requests', (requests) => requests.delete(key)).catch((fault: unknown) =>
    console.warn('The worker may still have the request.', fault),
  )
}

/** The person signed in here, even while the server cannot be reached. */
function readUserId(): unknown {
  const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '0')
  return isRecord(stored) && isRecord(stored.user) ? stored.user.id : undefined
}

/** A request that the worker has, or how it ended while no page saw it. */
export interface HandedOver {
  readonly key: string
  readonly state: 'waiting' | 'sent' | 'failed'
}

/** @returns those of the person who is signed in: a phone may have other users by now */
export async function readHandedOver(): Promise<HandedOver[]> {
  if (!canWorkerSend()) return []
  const keys: IDBValidKey[] = await inStore('requests', (requests) => requests.getAllKeys())
  const found: HandedOver[] = []
  for (const key of keys.filter((each) => typeof each === 'string')) {
    const kept: unknown = await inStore('requests', (requests) => requests.get(key))
    if (!isRecord(kept) || kept.owner !== readUserId()) continue
    const { state } = kept
    found.push({ key, state: state === 'sent' || state === 'failed' ? state : 'waiting' })
  }
  return found
}

/** Tries again from an open page where there is no Background Sync. */
export async function askWorkerToSend(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  active?.postMessage('send what waits')
}
