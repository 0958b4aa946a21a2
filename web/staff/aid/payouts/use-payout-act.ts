/** One act on an award or a payment at a time: the second step where the server requires it, and a toast that says how it ended. */
import { useState, type ReactNode } from 'react'
import { useConfirmation } from '../../../ui/session/use-confirmation.tsx'
import { useAdministration } from '../../desk/administration.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'

export interface Act {
  /** The act that is under way. */
  busy: string | undefined
  /** @returns whether it succeeded */
  act: (
    name: string,
    send: () => Promise<unknown>,
    says: { readonly done: string; readonly failed: string },
    /** @returns whether it has shown a refusal, in place of the toast */
    show?: (problem: unknown) => boolean,
  ) => Promise<boolean>
  /** The question for the second step while it is open. */
  step: ReactNode
}

/** @param onChanged called after each act, also after a refusal: someone else may have acted meanwhile */
export function usePayoutAct(onChanged: () => void): Act {
  const { user } = useAdministration()
  const outcome = useOutcome()
  const { run, step } = useConfirmation(user)
  const [busy, setBusy] = useState<string>()
  const act: Act['act'] = async (name, send, says, show = () => false) => {
    setBusy(name)
    const isDone = await outcome(
      run(async () => void (await send())).catch((problem: unknown) => {
        if (!show(problem)) throw problem
        return false
      }),
      says,
    )
    setBusy(undefined)
    onChanged()
    return isDone
  }
  return { busy, act, step }
}
