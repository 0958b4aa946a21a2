/**
 * The files of a draft, in the browser's database: they survive a reload. Those of a draft that only this tab keeps are sealed with a
 * key in the tab's own storage, so that nobody can open them once the tab is closed. Where the browser stores none (a private
 * window, a full disk), and without https, they are in memory while the page is open.
 */
import { isRecord } from '../../api/is-record.ts'
import { browserDatabase } from '../../lib/browser-database.ts'

const STORE = 'files'
const inStore = browserDatabase('taimako-drafts', [STORE])
const TAB_KEY = 'taimako-tab-key'
const ALGORITHM = 'AES-GCM'
/** How long a sealed file of another tab is left alone: this tab cannot tell whether that one is still open. */
const TAB_DAYS_MAX = 7

interface Sealed {
  readonly sealed: ArrayBuffer
  readonly iv: Uint8Array<ArrayBuffer>
  readonly type: string
  /** Milliseconds. */
  readonly at: number
}

const inMemory = new Map<string, Blob>()

/** @param kept whether its draft is kept on the device, not only in this tab. @returns false if this browser stores nothing */
export async function storeFile(id: string, file: Blob, kept: boolean): Promise<boolean> {
  inMemory.set(id, file)
  try {
    const stored = kept ? file : await seal(file)
    await inStore(STORE, (files) => files.put(stored, id))
    return true
  } catch (fault) {
    console.warn(fault)
    return false
  }
}

/** @returns undefined if it is no longer stored */
export async function loadFile(id: string): Promise<Blob | undefined> {
  const known = inMemory.get(id)
  if (known) return known
  const stored: unknown = await inStore(STORE, (files) => files.get(id)).catch(() => undefined)
  if (stored instanceof Blob) return stored
  return isSealed(stored) ? unseal(stored).catch(() => undefined) : undefined
}

let moved: Promise<unknown> = Promise.resolve()

/** Stores files again after the choice where their draft is kept has changed: one change after the other, because sealing takes longer. */
export function moveFiles(ids: readonly string[], kept: boolean): void {
  moved = moveAfter(moved, ids, kept)
}

async function moveAfter(earlier: Promise<unknown>, ids: readonly string[], kept: boolean): Promise<void> {
  await earlier
  for (const id of ids) {
    const file = await loadFile(id)
    if (file && !(await storeFile(id, file, kept))) await deleteStoredFiles([id])
  }
}

export async function deleteFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) inMemory.delete(id)
  await deleteStoredFiles(ids)
}

async function deleteStoredFiles(ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => inStore(STORE, (files) => files.delete(id)))).catch((fault: unknown) =>
    console.warn('Files of a draft could not be removed.', fault),
  )
}

/** Deletes stored files that no known draft names, such as those of a draft that another user's draft replaced. */
export async function deleteOtherFiles(named: readonly string[]): Promise<void> {
  const ids: IDBValidKey[] = await inStore(STORE, (files) => files.getAllKeys()).catch(() => [])
  const others = ids.filter((id) => typeof id === 'string').filter((id) => !named.includes(id))
  for (const id of others) {
    const stored: unknown = await inStore(STORE, (files) => files.get(id)).catch(() => undefined)
    const isOtherTabs = isSealed(stored) && Date.now() - stored.at < TAB_DAYS_MAX * 86_400_000
    if (!isOtherTabs) await deleteStoredFiles([id])
  }
}

async function seal(file: Blob): Promise<Sealed> {
  const key = await tabKey()
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, await file.arrayBuffer())
  return { sealed, iv, type: file.type, at: Date.now() }
}

/** @throws DOMException: it was sealed by another tab */
async function unseal({ sealed, iv, type }: Sealed): Promise<Blob> {
  const content = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, await tabKey(), sealed)
  return new Blob([content], { type })
}

/** The key of this tab, drawn once. */
async function tabKey(): Promise<CryptoKey> {
  const known = sessionStorage.getItem(TAB_KEY)
  const bytes = known === null ? crypto.getRandomValues(new Uint8Array(32)) : bytesOf(known)
  if (known === null) sessionStorage.setItem(TAB_KEY, bytes.join(' '))
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt'])
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.split(' ').map(Number))
}

function isSealed(stored: unknown): stored is Sealed {
  return isRecord(stored) && stored.sealed instanceof ArrayBuffer && stored.iv instanceof Uint8Array
}
