/** Signs out and shows the spec's toasts. Loaded by sign-out.ts on the press. */
import { SENDING_DATABASE } from '../../contract/aid/handling-fields.ts'
import { isRecord } from '../api/is-record.ts'
import { showToast } from './toast-store.ts'
import { sessionToasts as toasts } from '#words/people/session-toasts.ts'
import { authSentence } from '../api/session/auth-sentence.ts'
import { forgetTabDrafts } from '../api/session/draft-keys.ts'
import { signOut } from '../api/session/follow-session.ts'
import { discardStaffDrafts } from '../api/session/staff-drafts.ts'

/** As stored-draft.ts and file-storage.ts name them: a module of names would weigh on pages that load those at once. */
const KEYS = ['taimako.gift', 'taimako-tab-key']

/** As stored-gifts.ts and kept-receipts.ts name them. */
const GIFT_KEYS = ['taimako.gifts', 'taimako.receipts']

export async function signOutWithToast(scope: 'global' | 'local'): Promise<boolean> {
  try {
    await signOut(scope)
    forgetPerson()
    showToast({ kind: 'plain', title: toasts.signedOut })
    return true
  } catch (problem) {
    console.warn('Signing out failed.', problem)
    showToast({ kind: 'destructive', title: toasts.signOutFailed, description: authSentence(problem) })
    return false
  }
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
