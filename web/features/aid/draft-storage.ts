/**
 * Where drafts are kept: one for a registration, one for a request of somebody who is signed in, and one for the answer to each
 * request for papers. On this device only.
 */
import { REGISTRATION_KEY } from '../../api/session/unfinished-registration.ts'
import { isEmpty, parseDraft, type Draft } from './draft.ts'

const REQUEST_KEY = 'taimako-request'
const PAPERS_KEY = 'taimako-papers-'

/** What a draft becomes when it is sent. */
export type DraftAim =
  | { readonly is: 'registration' }
  | { readonly is: 'request' }
  | { readonly is: 'papers'; readonly applicationId: string; readonly paperRequestId: string }

/** The name of its place. */
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

/** Null takes it away, and so does an empty one. @returns whether it will survive the page */
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

/** The files that the drafts of this device name. */
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

/** Tells what another tab did with the draft: null when it took it away. @returns what ends it */
export function followDraft(aim: DraftAim, told: (draft: Draft | null) => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    // Without a key everything was cleared.
    if (key === keyOf(aim) || key === null) told(readDraft(aim))
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
