/**
 * Storage of drafts: one for a registration, one for a signed-in user's request, and one for the answer to each request for
 * documents. On this device only.
 */
import { REGISTRATION_KEY } from '../../api/session/unfinished-registration.ts'
import { isEmpty, parseDraft, type Draft } from './draft.ts'

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

function readFrom(key: string): Draft | null {
  try {
    return parseDraft(localStorage.getItem(key))
  } catch {
    return null
  }
}

/** Null deletes it, and so does an empty draft. @returns whether it will survive the page */
export function writeDraft(aim: DraftAim, draft: Draft | null): boolean {
  try {
    if (draft && !isEmpty(draft)) localStorage.setItem(keyOf(aim), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(aim))
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
