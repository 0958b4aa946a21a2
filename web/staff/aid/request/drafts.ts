/**
 * Unsent text of staff for an applicant: kept through a failure, a conflict, Escape, a reload and an ended session, for
 * half a day. This page has it as text; the device has it encrypted (sealed-drafts.ts). Signing out discards it.
 */
import type { Bearer } from '../../../api/authorization.ts'
import { call } from '../../../api/client.ts'
import { followDiscardedDrafts, STAFF_DRAFT } from '../../../api/session/staff-drafts.ts'
import { readKey, removeExpired, seal, storedOf, unseal } from './sealed-drafts.ts'

/** A text is encrypted with a key that is at most this old, so that it can be opened for the whole time. */
const KEYS_MILLISECONDS_MAX = 30 * 60_000
const AGAIN_MILLISECONDS = 5_000

interface Account {
  readonly userId: string
  readonly bearer: Bearer
}
interface Keys {
  readonly readAt: number
  readonly newestFirst: Promise<readonly CryptoKey[]>
}

let account: Account | undefined
let keys: Keys | undefined
/** Whether what the device had of the account is among the texts. */
let isOpen = false
const texts = new Map<string, string>()

const nameOf = (userId: string, requestId: string, kind: string) => `${STAFF_DRAFT}${userId}:${requestId}:${kind}`

/** Whether the drafts of this account can be read at once: they are open, or the device has none. */
export const areDraftsOpen = (userId: string): boolean =>
  (isOpen && account?.userId === userId) || storedOf(userId).length === 0

/** Opens the drafts of an account, so that they can be read and kept. Those that the keys do not open are removed. */
export async function openDrafts(opening: Account): Promise<true> {
  // Without HTTPS the browser cannot encrypt: texts stay on this page alone.
  if (!isSecureContext) return true
  if (account?.userId !== opening.userId) close()
  account = opening
  const newestFirst = await currentKeys(opening)
  if (isOpen || account !== opening) return true
  followDiscardedDrafts(close)
  window.addEventListener('storage', hearOtherTabs)
  removeExpired()
  for (const name of storedOf(opening.userId)) {
    const text = await unseal(name, newestFirst)
    if (text === undefined) localStorage.removeItem(name)
    // A text that was typed meanwhile is newer.
    else if (!texts.has(name)) texts.set(name, text)
  }
  isOpen = true
  return true
}

/** @returns empty when there is none, or it is too old */
export const readDraft = (userId: string, requestId: string, kind: string): string =>
  texts.get(nameOf(userId, requestId, kind)) ?? ''

/** An empty text discards the draft. */
export function keepDraft(userId: string, requestId: string, kind: string, text: string): void {
  const name = nameOf(userId, requestId, kind)
  texts.set(name, text)
  if (text === '') localStorage.removeItem(name)
  else if (account) void store(name, text, account)
}

/** One draft, for a form that reads it once and keeps what is typed. */
export const draftOf = (userId: string, requestId: string, kind: string) => ({
  read: () => readDraft(userId, requestId, kind),
  keep: (text: string) => keepDraft(userId, requestId, kind, text),
})

/** Draft about a call: the text, how it ended, and the day to call again. */
export const callDraftOf = (userId: string, requestId: string) => ({
  text: draftOf(userId, requestId, 'call'),
  outcome: draftOf(userId, requestId, 'call outcome'),
  again: draftOf(userId, requestId, 'call again'),
})

/** Puts back a text that was taken back, before what was typed since. */
export function restoreDraft(userId: string, requestId: string, kind: string, text: string): void {
  const typed = readDraft(userId, requestId, kind)
  keepDraft(userId, requestId, kind, typed === '' ? text : `${text}\n\n${typed}`)
}

/** The text stays on the page if it cannot be stored, and is tried again: nothing more may be typed. */
async function store(name: string, text: string, by: Account): Promise<void> {
  try {
    const [newest] = await keysToSeal(by)
    if (!newest) return
    const sealed = await seal(name, text, newest)
    // Meanwhile it was changed, sent or discarded.
    if (texts.get(name) === text) localStorage.setItem(name, sealed)
  } catch (problem) {
    console.warn('The draft could not be kept.', problem)
    setTimeout(() => {
      if (account && texts.get(name) === text) void store(name, text, account)
    }, AGAIN_MILLISECONDS)
  }
}

/** Falls back to the keys of before where there is no line: they open a text for less long. */
async function keysToSeal(by: Account): Promise<readonly CryptoKey[]> {
  const known = keys
  try {
    return await currentKeys(by)
  } catch (problem) {
    if (!known) throw problem
    return known.newestFirst
  }
}

/** One call for all that need them. */
function currentKeys({ bearer }: Account): Promise<readonly CryptoKey[]> {
  if (keys && performance.now() - keys.readAt < KEYS_MILLISECONDS_MAX) return keys.newestFirst
  const before = keys
  const asked = call('GET /api/admin/draft-keys', { bearer }).then((answer) => Promise.all(answer.keys.map(readKey)))
  keys = { readAt: performance.now(), newestFirst: asked }
  asked.catch(() => {
    if (keys?.newestFirst === asked) keys = before
  })
  return asked
}

function hearOtherTabs({ key: name }: StorageEvent): void {
  if (account && name?.startsWith(`${STAFF_DRAFT}${account.userId}:`)) void readAgain(name, account)
}

async function readAgain(name: string, by: Account): Promise<void> {
  try {
    texts.set(name, (await unseal(name, await currentKeys(by))) ?? '')
  } catch (problem) {
    console.warn('The draft of another tab could not be opened.', problem)
  }
}

function close(): void {
  texts.clear()
  account = undefined
  keys = undefined
  isOpen = false
}
