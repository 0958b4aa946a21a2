/** Where drafts are kept: one for a registration, one for a request of somebody who is signed in. On this device only. */
import { REGISTRATION_KEY } from '../session/unfinished-registration.ts'
import { isEmpty, parseDraft, type Draft } from './draft.ts'

export const DRAFT_KEYS = { registration: REGISTRATION_KEY, request: 'taimako-request' } as const
export type DraftKind = keyof typeof DRAFT_KEYS

export function readDraft(kind: DraftKind): Draft | null {
  try {
    return parseDraft(localStorage.getItem(DRAFT_KEYS[kind]))
  } catch {
    return null
  }
}

/** Null takes it away, and so does an empty one. @returns whether it will survive the page */
export function writeDraft(kind: DraftKind, draft: Draft | null): boolean {
  try {
    if (draft && !isEmpty(draft)) localStorage.setItem(DRAFT_KEYS[kind], JSON.stringify(draft))
    else localStorage.removeItem(DRAFT_KEYS[kind])
    return true
  } catch (fault) {
    console.warn('The draft could not be kept on this device.', fault)
    return false
  }
}

/** The files that the drafts of this device name. */
export function namedFiles(): string[] {
  const drafts = [readDraft('registration'), readDraft('request')]
  return drafts.flatMap((draft) => draft?.documents.map(({ id }) => id) ?? [])
}

/** Tells what another tab did with the draft: null when it took it away. @returns what ends it */
export function followDraft(kind: DraftKind, told: (draft: Draft | null) => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    // Without a key everything was cleared.
    if (key === DRAFT_KEYS[kind] || key === null) told(readDraft(kind))
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
