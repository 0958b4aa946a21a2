/**
 * For actions that may require a second step: when the server refuses because this session has not done it (recently enough), the
 * step appears in place, and the action continues once it is done. Nothing that was typed is lost.
 */
import { useState, type ReactNode } from 'react'
import type { User } from '@supabase/auth-js'
import { account as words } from '#words/account.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { SecondStep } from '../../ui/session/second-step.tsx'

/** The code of the auth protocol, and of our API. */
const ASKS_FOR_IT = new Set(['insufficient_aal', 'mfa_required'])

interface SecondStepHold {
  /**
   * Runs the action; where the second step is required, runs it again after that.
   * @returns false when the user canceled the step
   * @throws any other failure of the action
   */
  run: (act: () => Promise<void>) => Promise<boolean>
  /** Requires the step before anything is tried. @returns whether it was done */
  ask: () => Promise<boolean>
  /** The step while it is required: render it beside the button, outside of its form. */
  step: ReactNode
}

/** @param user whose factors may be used */
export function useSecondStep(user: User): SecondStepHold {
  const [answer, setAnswer] = useState<((taken: boolean) => void) | null>(null)

  const ask = () =>
    new Promise<boolean>((resolve) => {
      const end = (taken: boolean) => {
        setAnswer(null)
        resolve(taken)
      }
      setAnswer(() => end)
    })
  const run = async (act: () => Promise<void>) => {
    try {
      await act()
      return true
    } catch (problem) {
      if (!ASKS_FOR_IT.has(authCode(problem) ?? '')) throw problem
    }
    if (!(await ask())) return false
    await act()
    return true
  }
  const step = answer && (
    <div className="account-step">
      <SecondStep
        user={user}
        onDone={() => answer(true)}
        cancel={{ text: words.cancel, onCancel: () => answer(false) }}
      />
    </div>
  )
  return { run, ask, step }
}
