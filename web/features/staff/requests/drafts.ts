/**
 * What staff has typed for an applicant and not sent: kept on this device through a failure, a conflict, Escape, a reload and an ended
 * session, for seven days. Signing out discards it.
 */
const PREFIX = 'taimako-staff-draft:'
const DAYS_MAX = 7
const DAY_MILLISECONDS = 24 * 60 * 60_000
/** Between the moment and the text, which may contain anything. */
const SEPARATOR = ' '

const nameOf = (userId: string, requestId: string, kind: string) => `${PREFIX}${userId}:${requestId}:${kind}`

/** @returns empty when there is none, or it is too old */
export function readDraft(userId: string, requestId: string, kind: string): string {
  const kept = localStorage.getItem(nameOf(userId, requestId, kind)) ?? ''
  const end = kept.indexOf(SEPARATOR)
  return Number(kept.slice(0, end)) > Date.now() - DAYS_MAX * DAY_MILLISECONDS ? kept.slice(end + 1) : ''
}

/** An empty text discards the draft. */
export function keepDraft(userId: string, requestId: string, kind: string, text: string): void {
  const name = nameOf(userId, requestId, kind)
  if (text === '') localStorage.removeItem(name)
  else localStorage.setItem(name, `${Date.now()}${SEPARATOR}${text}`)
}

/** One draft, for a form that reads it once and keeps what is typed. */
export const draftOf = (userId: string, requestId: string, kind: string) => ({
  read: () => readDraft(userId, requestId, kind),
  keep: (text: string) => keepDraft(userId, requestId, kind, text),
})

/** What was entered about a call: the text, how it ended, and the day to call again. */
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

export function discardDrafts(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name)
}
