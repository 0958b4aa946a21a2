/**
 * Storage of drafts: one for a registration, one for a signed-in user's request, and one for the answer to each request for
 * documents. This tab keeps each draft, because a phone's camera can push the page out of memory; the device keeps one only if the
 * user chose that, and no longer than they chose.
 */
import { draftKeys, OTHER_KEY, PAPERS_KEY, REQUEST_KEY } from '../../api/session/draft-keys.ts'
import { isFresh, REGISTRATION_KEY } from '../../api/session/unfinished-registration.ts'
import { hoursKept, isEmpty, isKept, parseDraft, type Draft } from './draft.ts'

/** The kind of request that the draft will be sent as. */
export type DraftAim =
  | { readonly is: 'registration' }
  | { readonly is: 'request' }
  /** For someone else. */
  | { readonly is: 'other' }
  /** Without a request for papers, they are added unasked. */
  | { readonly is: 'papers'; readonly applicationId: string; readonly paperRequestId: string | null }

/** The storage key. */
export function keyOf(aim: DraftAim): string {
  if (aim.is === 'papers') return PAPERS_KEY + (aim.paperRequestId ?? aim.applicationId)
  return { registration: REGISTRATION_KEY, request: REQUEST_KEY, other: OTHER_KEY }[aim.is]
}

/** The draft of this tab, else that of this device. */
export function readDraft(aim: DraftAim): Draft | null {
  const key = keyOf(aim)
  return readTab(key) ?? readDevice(key)
}

function readTab(key: string): Draft | null {
  try {
    return parseDraft(sessionStorage.getItem(key))
  } catch {
    return null
  }
}

/** Deletes a draft whose time is over. */
export function readDevice(key: string): Draft | null {
  try {
    const text = localStorage.getItem(key)
    if (text === null || isFresh(text)) return parseDraft(text)
    localStorage.removeItem(key)
    return null
  } catch {
    return null
  }
}

/**
 * Stores a draft in its place: on this device for as long as its user chose, counted from now, else in this tab. An empty draft is
 * deleted.
 * @returns false if this browser stores nothing
 */
export function writeDraft(aim: DraftAim, draft: Draft): boolean {
  if (isEmpty(draft)) return deleteDraft(aim, isKept(draft))
  const key = keyOf(aim)
  try {
    if (isKept(draft)) {
      const kept_until = Date.now() + hoursKept(draft) * 3_600_000
      localStorage.setItem(key, JSON.stringify({ ...draft, kept_until }))
    } else sessionStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch (fault) {
    console.warn('The draft could not be kept.', fault)
    return false
  }
}

/**
 * Deletes a draft from one of its places: another tab may keep one of the same name on the device.
 * @param kept on the device, not in this tab
 * @returns false if this browser stores nothing
 */
export function deleteDraft(aim: DraftAim, kept: boolean): boolean {
  try {
    const storage = kept ? localStorage : sessionStorage
    storage.removeItem(keyOf(aim))
    return true
  } catch {
    return false
  }
}

/** The files named by the drafts of this tab and this device. */
export function namedFiles(): string[] {
  try {
    const drafts = [...draftKeys(sessionStorage).map(readTab), ...draftKeys(localStorage).map(readDevice)]
    return drafts.flatMap((draft) => draft?.documents.map(({ id }) => id) ?? [])
  } catch {
    return []
  }
}

/** Reports changes of this device's draft by other tabs: null when it was deleted. @returns a function that stops it */
export function followDraft(aim: DraftAim, told: (draft: Draft | null) => void): () => void {
  const follow = ({ key, storageArea }: StorageEvent) => {
    // No key: storage was cleared.
    if (storageArea === localStorage && (key === keyOf(aim) || key === null)) told(readDevice(keyOf(aim)))
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
