/**
 * The steps of sending a request for aid (section 4 of the spec): account, documents, profile, application. Pure rules: which step
 * is next after an outcome, and which are repeated after a change. Each step is safe to repeat, and the draft stores which one
 * is next, so that the next press continues there, even after a reload.
 */

export const STEPS = ['account', 'documents', 'profile', 'application'] as const
export type Step = (typeof STEPS)[number]

/** The event that lets sending continue automatically: the user confirms something, or the connection returns. After a texted code (`code`) it takes a press. */
export type Waiting = 'confirm' | 'second_step' | 'code' | 'line'

export interface Progress {
  readonly next: Step | 'done'
  /** Known once the account was created or signed in to. */
  readonly userId: string | null
  readonly waiting: Waiting | null
}

export type Outcome =
  | { readonly is: 'account'; readonly userId: string }
  | { readonly is: 'waiting'; readonly for: Waiting; readonly userId: string | null }
  | { readonly is: 'documents' | 'profile' | 'application' }

export const START: Progress = { next: 'account', userId: null, waiting: null }

/** The progress after a step succeeded. A step that was not the next one changes nothing. */
export function advance(progress: Progress, outcome: Outcome): Progress {
  if (outcome.is === 'waiting')
    return { next: 'account', userId: outcome.userId ?? progress.userId, waiting: outcome.for }
  if (outcome.is !== progress.next) return progress
  const next = STEPS[STEPS.indexOf(outcome.is) + 1] ?? 'done'
  const userId = outcome.is === 'account' ? outcome.userId : progress.userId
  return { next, userId, waiting: null }
}

/** The steps that a change undoes: its own and all later ones. */
const UNDONE_BY = { session: 'account', documents: 'documents', texts: 'profile' } as const

/** Goes back as far as the change requires, and never forward. A created account stays known. */
export function reopen(progress: Progress, changed: keyof typeof UNDONE_BY): Progress {
  const step = UNDONE_BY[changed]
  if (progress.next !== 'done' && STEPS.indexOf(progress.next) <= STEPS.indexOf(step)) return progress
  return { ...progress, next: step }
}

/** The action of each step. @throws its own failures */
export interface Acts {
  /** Null: the page asks the user for something first, and nothing was sent. */
  readonly account: () => Promise<Outcome | null>
  readonly documents: () => Promise<void>
  readonly profile: () => Promise<void>
  readonly application: () => Promise<void>
}

export type Ended =
  | { readonly is: 'done' }
  | { readonly is: 'waiting' }
  | { readonly is: 'held' }
  | { readonly is: 'failed'; readonly step: Step; readonly problem: unknown }

/**
 * Runs the steps until all are done, one fails, or the user is needed.
 * @param read the current progress: the user may change something meanwhile
 */
export async function goOn(read: () => Progress, write: (progress: Progress) => void, acts: Acts): Promise<Ended> {
  for (;;) {
    const { next } = read()
    if (next === 'done') return { is: 'done' }
    try {
      const outcome = next === 'account' ? await acts.account() : await acts[next]().then(() => ({ is: next }))
      if (!outcome) return { is: 'held' }
      write(advance(read(), outcome))
      if (outcome.is === 'waiting') return { is: 'waiting' }
    } catch (problem) {
      return { is: 'failed', step: next, problem }
    }
  }
}
