/** Runs the act of a button once at a time, and shows a failure. */
import { useState } from 'react'
import { problemSentence } from '../api/problem-sentence.ts'

export function useAct() {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const tellBeside = (failed: string, problem: unknown) => {
    console.warn(failed, problem)
    setFault(problemSentence(problem))
  }
  /**
   * @param failed what could not be done
   * @param tell where the failure is shown: in `fault`, unless it is a toast
   * @returns whether it was done
   */
  const run = async (failed: string, act: () => Promise<void>, tell = tellBeside): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setFault(undefined)
    try {
      await act()
      return true
    } catch (problem) {
      tell(failed, problem)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, run, clearFault: () => setFault(undefined) }
}
