/**
 * The draft of a request for aid, or of the answer to a request for documents: everything filled in except the password, the chosen
 * documents, and the progress of sending. draft-storage.ts stores its texts, file-storage.ts its files.
 */
import { isRecord } from '../../api/is-record.ts'
import { newKey } from '../../api/send-once.ts'
import { START, STEPS, type Progress } from './flow.ts'

/** The stored texts of the forms, in their order; `message` belongs to answers, the last two to a request for someone else. A password is never among them. */
export const TEXT_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'address',
  'aid_type',
  'description',
  'amount_requested',
  'urgency',
  'message',
  'full_name',
  'relation',
] as const
export type TextField = (typeof TEXT_FIELDS)[number]
export type Texts = Readonly<Partial<Record<TextField, string>>>

/** How long the device keeps an unsent draft after its last change, in hours. `no`: only this tab keeps it. */
export const KEEP_HOURS = { no: 0, day: 24, week: 7 * 24 } as const
export type Keep = keyof typeof KEEP_HOURS
export const KEEPS = ['no', 'day', 'week'] as const satisfies readonly Keep[]

export interface DraftDocument {
  readonly id: string
  /** Cleaned: it becomes part of the path. */
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly label: string
  /** Milliseconds, part of the path: the same file goes to the same path however often it is sent. */
  readonly stamp: number
  /** The document's path on the server; null until all of it has arrived. */
  readonly storedAt: string | null
}

export interface Draft {
  /** The owner: the address being registered, or that of the signed-in user. Empty until it is typed. */
  readonly email: string
  readonly texts: Texts
  readonly documents: readonly DraftDocument[]
  /** Documents of earlier requests to use again: their addresses. */
  readonly earlier: readonly string[]
  /** The Idempotency-Key of the application: one for the draft's whole life, so that a draft becomes one request. */
  readonly key: string
  readonly progress: Progress
  /** Chosen on the form. On a shared phone a kept draft shows a person's story to the next user. */
  readonly keep: Keep
}

export function newDraft(email = '', progress: Progress = START): Draft {
  return { email, texts: {}, documents: [], earlier: [], key: newKey(), progress, keep: 'no' }
}

/** A user who never typed or chose anything has no draft. */
export function isEmpty({ texts, documents, earlier }: Draft): boolean {
  const typed = TEXT_FIELDS.some((name) => (texts[name] ?? '').trim() !== '')
  return !typed && documents.length === 0 && earlier.length === 0
}

/** Hours that the device keeps it. While an address is being confirmed, a day: the mailed link may open another tab. */
export function hoursKept({ keep, progress }: Pick<Draft, 'keep' | 'progress'>): number {
  const confirms = progress.waiting === 'confirm' || progress.waiting === 'second_step'
  return Math.max(KEEP_HOURS[keep], confirms ? KEEP_HOURS.day : 0)
}

export function isKept(draft: Draft): boolean {
  return hoursKept(draft) > 0
}

/** The one name that a document has on the screen: the user's, or else the file's. */
export function paperName({ label, name }: Pick<DraftDocument, 'label' | 'name'>): string {
  return label.trim() || name
}

/** Within the bucket: section 3 of the spec. */
export function pathOf(userId: string, { stamp, name }: Pick<DraftDocument, 'stamp' | 'name'>): string {
  return `${userId}/${stamp}_${name}`
}

/** Whether all of it is stored in this user's folder. */
export function isStored({ storedAt }: DraftDocument, userId: string | null): boolean {
  return storedAt !== null && userId !== null && storedAt.startsWith(`${userId}/`)
}

/** Reads a stored draft, perhaps from an older version of this page. @returns null for anything else */
export function parseDraft(text: string | null): Draft | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (!isRecord(stored) || typeof stored.email !== 'string' || typeof stored.key !== 'string') return null
    const { texts, documents, earlier } = stored
    const progress = parseProgress(stored.progress)
    if (!isRecord(texts) || !Array.isArray(documents) || !Array.isArray(earlier) || !progress) return null
    return {
      email: stored.email,
      texts: Object.fromEntries(
        TEXT_FIELDS.map((name) => [name, texts[name]]).filter(([, value]) => typeof value === 'string'),
      ),
      documents: documents.filter(isDocument),
      earlier: earlier.filter((url) => typeof url === 'string'),
      key: stored.key,
      progress,
      keep: KEEPS.find((keep) => keep === stored.keep) ?? 'no',
    }
  } catch {
    return null
  }
}

const WAITING = ['confirm', 'second_step', 'code', 'line'] as const

function parseProgress(value: unknown): Progress | null {
  if (!isRecord(value)) return null
  const next = STEPS.find((step) => step === value.next)
  if (next === undefined) return null
  const { userId, waiting } = value
  return {
    next,
    userId: typeof userId === 'string' ? userId : null,
    waiting: WAITING.find((each) => each === waiting) ?? null,
  }
}

function isDocument(value: unknown): value is DraftDocument {
  return (
    isRecord(value) &&
    [value.id, value.name, value.type, value.label].every((text) => typeof text === 'string') &&
    [value.bytes, value.stamp].every((count) => typeof count === 'number') &&
    (value.storedAt === null || typeof value.storedAt === 'string')
  )
}
