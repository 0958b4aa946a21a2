/**
 * For what asks for a second step: when the server refuses because this session has not done it (lately enough), the step
 * appears in place, and the press goes on by itself once it is done. Nothing that was typed is lost.
 */
import { useState, type ReactNode } from 'react'
import type { User } from '@supabase/auth-js'
import { account as words } from '#words/account.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { SecondStep } from '../../ui/session/second-step.tsx'

/** The auth protocol's word for it, and our API's. */
const ASKS_FOR_IT = new Set(['insufficient_aal', 'mfa_required'])

interface SecondStepHold {
  /**
   * Does it; where the second step is asked for, does it again after that.
   * @returns false when the person did not want to take the step
   * @throws whatever else it fails with
   */
  run: (act: () => Promise<void>) => Promise<boolean>
  /** Asks for the step before anything is tried. @returns whether it was taken */
  ask: () => Promise<boolean>
  /** The step while it is asked for: to be shown where the press was made, outside of its form. */
  step: ReactNode
}

/** @param user whose factors may be used for it */
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
