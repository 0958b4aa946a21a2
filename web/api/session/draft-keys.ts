/** The names under which drafts of requests for aid are stored, and their end in this tab. */
import { REGISTRATION_KEY } from './unfinished-registration.ts'

export const REQUEST_KEY = 'taimako-request'
/** A request for someone else. */
export const OTHER_KEY = 'taimako-other'
/** Followed by the id of the request for documents. */
export const PAPERS_KEY = 'taimako-papers-'

/** The drafts in one storage. */
export function draftKeys(storage: Storage): string[] {
  return Object.keys(storage).filter(
    (key) => [REGISTRATION_KEY, REQUEST_KEY, OTHER_KEY].includes(key) || key.startsWith(PAPERS_KEY),
  )
}

/** Deletes the drafts of this tab: its user signs out, or leaves the site in haste. What was to stay on the device stays. */
export function forgetTabDrafts(): void {
  try {
    for (const key of draftKeys(sessionStorage)) sessionStorage.removeItem(key)
  } catch (fault) {
    console.warn(fault)
  }
}
