/**
 * The way of a request for aid (section 4 of the spec): account, documents, profile, application. As pure rules: what comes
 * next after what happened, and what has to be done once more when something changes. Each step is safe to repeat, and
 * which one is next stands in the draft, so that the next press goes on from there, also after a reload.
 */

export const STEPS = ['account', 'documents', 'profile', 'application'] as const
export type Step = (typeof STEPS)[number]

/** What the person has to do before it goes on by itself. */
export type Waiting = 'confirm' | 'second_step'

export interface Progress {
  readonly next: Step | 'done'
  /** Known once the account was made or signed in to. */
  readonly userId: string | null
  readonly waiting: Waiting | null
}

export type Outcome =
  | { readonly is: 'account'; readonly userId: string }
  | { readonly is: 'waiting'; readonly for: Waiting; readonly userId: string | null }
  | { readonly is: 'documents' | 'profile' | 'application' }

export const START: Progress = { next: 'account', userId: null, waiting: null }

/** What comes next once a step has gone well. A step that was not the next one changes nothing. */
export function advance(progress: Progress, outcome: Outcome): Progress {
  if (outcome.is === 'waiting')
    return { next: 'account', userId: outcome.userId ?? progress.userId, waiting: outcome.for }
  if (outcome.is !== progress.next) return progress
  const next = STEPS[STEPS.indexOf(outcome.is) + 1] ?? 'done'
  const userId = outcome.is === 'account' ? outcome.userId : progress.userId
  return { next, userId, waiting: null }
}

/** What a change undoes: the step it belongs to and all after it. */
const UNDONE_BY = { session: 'account', documents: 'documents', texts: 'profile' } as const

/** Goes back as far as a change asks for, and never forward. An account that was made stays known. */
export function reopen(progress: Progress, changed: keyof typeof UNDONE_BY): Progress {
  const step = UNDONE_BY[changed]
  if (progress.next !== 'done' && STEPS.indexOf(progress.next) <= STEPS.indexOf(step)) return progress
  return { ...progress, next: step }
}

/** What does each step. @throws whatever it fails with */
export interface Acts {
  /** Null: the person is asked for something on the page first, and nothing was sent. */
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
 * Goes from step to step until all are done, one fails, or the person is needed.
 * @param read the progress as it stands: a person may change something meanwhile
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
