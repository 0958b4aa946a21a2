/**
 * For actions that the server may refuse until the user confirms: with the second step, or that it is still them when they signed in
 * more than ten minutes ago. The question appears in place, and the action continues once it is answered. Nothing that was typed is
 * lost.
 */
import { useState, type ReactNode } from 'react'
import type { User } from '@supabase/auth-js'
import { checking as words } from '#words/people/checking.ts'
import { authCode } from '../../api/session/auth-sentence.ts'
import { onDemand } from '../on-demand.tsx'
import { Skeleton } from '../skeleton.tsx'
import { SecondStepOnDemand } from './second-step-on-demand.tsx'

type Question = 'second_step' | 'recent_sign_in'

/** By the codes of the auth protocol and of our API. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  insufficient_aal: 'second_step',
  mfa_required: 'second_step',
  fresh_second_step_needed: 'second_step',
  reauthentication_needed: 'recent_sign_in',
}

const ReauthenticateOnDemand = onDemand(async () => (await import('./reauthenticate.tsx')).Reauthenticate, {
  skeleton: <Skeleton className="block h-64" />,
})

interface Confirmation {
  /**
   * Runs the action; where a confirmation is required, runs it again after that.
   * @returns false when the user canceled
   * @throws any other failure of the action
   */
  run: (act: () => Promise<void>) => Promise<boolean>
  /** Requires the second step before anything is tried. @returns whether it was done */
  ask: () => Promise<boolean>
  /** The question while it is open: render it beside the button, outside of its form. */
  step: ReactNode
}

interface Open {
  readonly question: Question
  readonly answer: (confirmed: boolean) => void
}

/** @param user whose factors and password may be used */
export function useConfirmation(user: User): Confirmation {
  const [open, setOpen] = useState<Open | null>(null)
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false

  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      const answer = (confirmed: boolean) => {
        setOpen(null)
        resolve(confirmed)
      }
      setOpen({ question, answer })
    })
  const run = async (act: () => Promise<void>) => {
    const answered = new Set<Question>()
    for (;;) {
      try {
        await act()
        return true
      } catch (problem) {
        const question = QUESTIONS[authCode(problem) ?? '']
        // Without a factor there is no second step to pass: what was refused says how to add one.
        const isPossible = question !== 'second_step' || hasFactor
        if (question === undefined || !isPossible || answered.has(question)) throw problem
        if (!(await ask(question))) return false
        answered.add(question)
      }
    }
  }
  const Asked = open?.question === 'second_step' ? SecondStepOnDemand : ReauthenticateOnDemand
  const step = open && (
    <div className="mt-6 border-t border-line pt-6">
      <Asked
        user={user}
        onDone={() => open.answer(true)}
        cancel={{ text: words.cancel, onCancel: () => open.answer(false) }}
      />
    </div>
  )
  return { run, ask: () => ask('second_step'), step }
}
