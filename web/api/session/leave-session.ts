/** Signs out, and shows the spec's toasts. Loaded with the session: without a connection, it could not come with the press. */
import { SENDING_DATABASE } from '../../../contract/aid/handling-fields.ts'
import { sessionToasts as toasts } from '#words/people/session-toasts.ts'
import { signOut } from '#words/people/sign-out.ts'
import type { GoTrueClient } from '@supabase/auth-js'
import { isRecord } from '../is-record.ts'
import { authSentence } from './auth-sentence.ts'
import { forgetTabDrafts } from './draft-keys.ts'
import { authAddress, loadAuthClient } from './auth-client.ts'
import { followAnew } from './follow-session.ts'
import { isComplete, isLimited } from './session.ts'
import { changeSession, hasSignedOut, readSession } from './session-store.ts'
import { discardStaffDrafts } from './staff-drafts.ts'
import { hasStoredSession, STORAGE_KEY } from './stored-session.ts'

/** As stored-draft.ts and file-storage.ts name them: a module of names would weigh on pages that load those at once. */
const KEYS = ['taimako.gift', 'taimako-tab-key']

/** As stored-gifts.ts and kept-receipts.ts name them. */
const GIFT_KEYS = ['taimako.gifts', 'taimako.receipts']

interface Toast {
  readonly kind: 'plain' | 'destructive'
  readonly title: string
  readonly description?: string
}

/** @param show shows how it ended at the server. @returns that it has ended on this device */
export function leaveSession(scope: 'global' | 'local', show: (toast: Toast) => void): true {
  const endAtServer = endSession(scope)
  forgetPerson()
  void showEnd(endAtServer, show)
  return true
}

async function showEnd(endAtServer: () => Promise<void>, show: (toast: Toast) => void): Promise<void> {
  // Says nothing to the next person, who has signed in meanwhile.
  const tell = (toast: Toast) => hasSignedOut() && show(toast)
  try {
    await endAtServer()
    tell({ kind: 'plain', title: toasts.signedOut })
  } catch (problem) {
    console.warn('The server did not confirm the sign-out.', problem)
    const description = `${authSentence(problem)} ${signOut.here}`
    tell({ kind: 'destructive', title: toasts.signOutFailed, description })
  }
}

/**
 * Ends the session on this device at once, whatever the line: the next person with the phone sees nothing of it.
 * @param scope everywhere (the client's own default), or on this device only
 * @returns ends it at the server, and throws the client's error when that did not confirm it
 */
export function endSession(scope: 'global' | 'local' = 'global'): () => Promise<void> {
  const state = readSession()
  // Before the second step, or the fact that a number still has its owner, the server lets a session end only itself.
  const allowed = state.is === 'in' && (!isComplete(state) || isLimited(state)) ? 'local' : scope
  const stored = takeStored()
  changeSession({ is: 'out', because: 'asked' })
  if (stored !== null) followAnew().catch(console.warn)
  return async () => {
    const client = await (stored === null ? loadAuthClient() : clientOf(stored))
    const { error } = await client.signOut({ scope: allowed })
    if (error) throw error
  }
}

/** Removes the stored session. @returns its text; null in a browser without storage */
function takeStored(): string | null {
  if (!hasStoredSession()) return null
  const stored = localStorage.getItem(STORAGE_KEY)
  localStorage.removeItem(STORAGE_KEY)
  return stored
}

/** Makes a client for a session that is no longer stored. Its calls go out although the page is left. */
async function clientOf(stored: string): Promise<GoTrueClient> {
  const { AuthClient } = await import('@supabase/auth-js')
  const storageKey = `${STORAGE_KEY}-left`
  const items = new Map([[storageKey, stored]])
  return new AuthClient({
    url: authAddress(),
    storageKey,
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: (address, request) => fetch(address, { ...request, keepalive: true }),
  })
}

/** Deletes a person's data in this tab, and requests that wait to be sent, after signing out or closing the account. Drafts kept on the device stay. */
export function forgetPerson(): void {
  forgetTabDrafts()
  discardStaffDrafts()
  try {
    for (const key of KEYS) sessionStorage.removeItem(key)
    for (const key of GIFT_KEYS) forgetWalletGifts(key)
    // Requests that were to be sent for this session, which has ended.
    indexedDB.deleteDatabase(SENDING_DATABASE)
  } catch (fault) {
    console.warn('This device forbids its storage.', fault)
  }
}

/** Gifts by card stay: they need no account, and their receipts are nowhere else. */
function forgetWalletGifts(key: string): void {
  const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
  if (!Array.isArray(kept)) return
  const others = kept.filter((each) => !isRecord(each) || (each.isPaid !== true && each.fromWallet !== true))
  sessionStorage.setItem(key, JSON.stringify(others))
}
