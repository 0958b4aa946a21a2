/** What a part of the dashboard does when its data cannot be loaded. */
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { useAdministration } from '../administration.ts'

/** @returns for `onProblem`: shows a toast, unless the refusal is about the whole dashboard, which then says so itself */
export function useFailureToast(title: string): (problem: unknown) => void {
  const { onRefusal } = useAdministration()
  return (problem) => {
    if (!onRefusal(problem)) failWithToast(title, problem)
  }
}
