/**
 * Storage of drafts: one for a registration, one for a signed-in user's request, and one for the answer to each request for
 * documents. On this device only, only if the user chose it, and no longer than they chose.
 */
import { isFresh, REGISTRATION_KEY } from '../../api/session/unfinished-registration.ts'
import { hoursKept, isEmpty, isKept, parseDraft, type Draft } from './draft.ts'

const REQUEST_KEY = 'taimako-request'
const PAPERS_KEY = 'taimako-papers-'

/** What the draft will be sent as. */
export type DraftAim =
  | { readonly is: 'registration' }
  | { readonly is: 'request' }
  | { readonly is: 'papers'; readonly applicationId: string; readonly paperRequestId: string }

/** The storage key. */
export function keyOf(aim: DraftAim): string {
  if (aim.is === 'papers') return PAPERS_KEY + aim.paperRequestId
  return aim.is === 'request' ? REQUEST_KEY : REGISTRATION_KEY
}

export function readDraft(aim: DraftAim): Draft | null {
  return readFrom(keyOf(aim))
}

/** Deletes a draft whose time is over. */
function readFrom(key: string): Draft | null {
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
 * Stores a draft for as long as its user chose, counted from now. Null deletes it, and so do an empty draft and one that is not to
 * be kept.
 * @returns false if this browser stores nothing
 */
export function writeDraft(aim: DraftAim, draft: Draft | null): boolean {
  try {
    if (draft && isKept(draft) && !isEmpty(draft)) {
      const kept_until = Date.now() + hoursKept(draft) * 3_600_000
      localStorage.setItem(keyOf(aim), JSON.stringify({ ...draft, kept_until }))
    } else localStorage.removeItem(keyOf(aim))
    return true
  } catch (fault) {
    console.warn('The draft could not be kept on this device.', fault)
    return false
  }
}

/** The files named by the drafts of this device. */
export function namedFiles(): string[] {
  return draftKeys().flatMap((key) => readFrom(key)?.documents.map(({ id }) => id) ?? [])
}

function draftKeys(): string[] {
  try {
    const answers = Object.keys(localStorage).filter((key) => key.startsWith(PAPERS_KEY))
    return [REGISTRATION_KEY, REQUEST_KEY, ...answers]
  } catch {
    return []
  }
}

/** Reports changes by other tabs: null when the draft was deleted. @returns a function that stops it */
export function followDraft(aim: DraftAim, told: (draft: Draft | null) => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    // No key: storage was cleared.
    if (key === keyOf(aim) || key === null) told(readDraft(aim))
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
