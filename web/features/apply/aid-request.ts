/**
 * A request for aid, or the answer to a request for documents, on this page: its draft, and the progress of sending. It is not React
 * state, because sending continues while the page shows something else, such as the second step; and every change of a draft is
 * stored before it is on the screen.
 */
import { hasSignedOut, readSession, subscribeToSession } from '../../api/session/session-store.ts'
import { setRegistrationOnThisPage } from '../../api/session/unfinished-registration.ts'
import { isEmpty, isKept, newDraft, type Draft, type DraftDocument, type TextField } from './draft.ts'
import { deleteDraft, followDraft, namedFiles, readDraft, writeDraft, type DraftAim } from './draft-storage.ts'
import { deleteOtherFiles, moveFiles } from './file-storage.ts'
import { reopen, START, type Progress, type Step } from './flow.ts'

/** The state of one document's upload. A document without one has not been tried yet. */
export type Upload =
  | { readonly is: 'sending'; readonly bytes: number }
  | { readonly is: 'stopped' }
  | { readonly is: 'failed'; readonly sentence: string | null }
  | { readonly is: 'removing' }

export type Run =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly step: Step }
  /** `known`: the address has an account with another password. `online`: nothing arrived although the device reports a connection. */
  | { readonly is: 'failed'; readonly step: Step; readonly known?: boolean; readonly online?: boolean }

export interface AidState {
  readonly draft: Draft
  /** Whether storage has been read. Before that, and in the prerendered page, the draft is empty. */
  readonly opened: boolean
  /** There was a draft when the page opened. */
  readonly found: boolean
  readonly run: Run
  readonly uploads: Readonly<Record<string, Upload>>
  /** Another tab has sent or discarded it. */
  readonly endedElsewhere: boolean
  /** False if this browser stores nothing: a reload then loses it. */
  readonly survives: boolean
}

/** In the prerendered page, and until it is opened. */
export const BEFORE: AidState = {
  draft: { email: '', texts: {}, documents: [], earlier: [], key: '', progress: START, keep: 'no' },
  opened: false,
  found: false,
  run: { is: 'idle' },
  uploads: {},
  endedElsewhere: false,
  survives: true,
}

export interface AidRequest {
  readonly aim: DraftAim
  readonly read: () => AidState
  /** Whether its person has signed out: what becomes of it is not for the next one. */
  readonly isLeft: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** Loads the draft of a user; a registration's draft has no owner. @returns a function that stops following other tabs */
  readonly open: (owner?: { email: string; userId: string }) => () => void
  readonly type: (name: TextField, text: string) => void
  readonly change: (change: (draft: Draft) => Draft) => void
  readonly setProgress: (progress: Progress) => void
  readonly addDocuments: (documents: readonly DraftDocument[]) => void
  readonly setUpload: (id: string, upload: Upload | null) => void
  readonly setRun: (run: Run) => void
  /** Sent or discarded: an empty draft replaces it. */
  readonly end: () => void
}

/** Ignores the sign-out that has just made this request anew. @returns whether its person has signed out since */
function watchSignOut(): () => boolean {
  const before = readSession()
  let isLeft = false
  subscribeToSession(() => (isLeft ||= hasSignedOut() && readSession() !== before))
  return () => isLeft
}

export function createAidRequest(aim: DraftAim): AidRequest {
  let state = BEFORE
  let owner: { email: string; userId: string } | undefined
  const isLeft = watchSignOut()
  const listeners = new Set<() => void>()

  const set = (changed: Partial<AidState>) => {
    state = { ...state, ...changed }
    for (const listener of listeners) listener()
  }
  const blank = () =>
    owner ? newDraft(owner.email, { next: 'documents', userId: owner.userId, waiting: null }) : newDraft()
  /** Leaves storage to the next person: sending that was under way changes the draft once more. */
  const storeChange = (draft: Draft) => (isLeft() ? state.survives : store(aim, state, draft))
  const keep = (draft: Draft) => set({ draft, survives: storeChange(draft) })
  const mine = (draft: Draft | null) => (draft && (!owner || draft.progress.userId === owner.userId) ? draft : null)
  const follow = (stored: Draft | null) => {
    const draft = mine(stored)
    // The same draft in two tabs: changes by the other tab apply here too. Text typed here stays on the screen.
    if (draft?.key === state.draft.key) set({ draft })
    else if (draft && isEmpty(state.draft)) set({ draft, found: true })
    else if (!stored && isKept(state.draft) && !isEmpty(state.draft)) {
      rememberAddress(aim, '')
      set({ endedElsewhere: true })
    }
  }
  return {
    aim,
    read: () => state,
    isLeft,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open(person) {
      const other = person?.userId !== owner?.userId
      owner = person
      const stored = mine(readDraft(aim))
      // Its person has signed out, or left in haste: it is not for who opens the form next.
      const isGone = state.survives && stored === null
      if (state.run.is !== 'running' && (!state.opened || other || isGone || isEmpty(state.draft))) {
        set({ ...BEFORE, opened: true, found: stored !== null, draft: stored ?? blank() })
        rememberAddress(aim, state.draft.email)
        void deleteOtherFiles(namedFiles())
      }
      return followDraft(aim, follow)
    },
    type(name, text) {
      // This would start a draft over the stored one. The text of the field is taken over once that is open.
      if (!state.opened || (state.draft.texts[name] ?? '') === text) return
      const draft = withText(state.draft, name, text)
      const began = isEmpty(state.draft)
      const survives = storeChange(draft)
      // The field itself holds its text: nothing is rendered again for a keystroke.
      if (began || survives !== state.survives) set({ draft, survives })
      else state = { ...state, draft }
    },
    change: (change) => keep(change(state.draft)),
    setProgress: (progress) => keep({ ...state.draft, progress }),
    addDocuments(documents) {
      const progress = reopen(state.draft.progress, 'documents')
      keep({ ...state.draft, documents: [...state.draft.documents, ...documents], progress })
    },
    setUpload(id, upload) {
      const { [id]: _before, ...others } = state.uploads
      set({ uploads: upload ? { ...others, [id]: upload } : others })
    },
    setRun: (run) => set({ run }),
    end() {
      if (isLeft()) return
      deleteDraft(aim, isKept(state.draft))
      rememberAddress(aim, '')
      set({ ...BEFORE, opened: true, draft: blank() })
    },
  }
}

function withText(draft: Draft, name: TextField, text: string): Draft {
  const { texts, progress, email } = draft
  // A code that was texted opens the account of the number before.
  const isOtherAccount = name === 'email' ? text.trim() !== email : name === 'phone' && progress.waiting === 'code'
  return {
    ...draft,
    texts: { ...texts, [name]: text },
    // Another address means another account.
    ...(name === 'email' && { email: text.trim() }),
    progress: isOtherAccount ? START : reopen(progress, 'texts'),
  }
}

/** Stores a changed draft in its place, and deletes it where it was. @returns whether it will survive a reload */
function store(aim: DraftAim, { draft: before }: AidState, draft: Draft): boolean {
  rememberAddress(aim, draft.email)
  if (isKept(before) !== isKept(draft)) {
    deleteDraft(aim, isKept(before))
    moveFiles(
      draft.documents.map(({ id }) => id),
      isKept(draft),
    )
  }
  return writeDraft(aim, draft)
}

function rememberAddress({ is }: DraftAim, email: string): void {
  if (is === 'registration') setRegistrationOnThisPage(email)
}
