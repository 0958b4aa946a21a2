/** How parts of the dashboard react when their data cannot be loaded. */
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { useAdministration } from '../administration.ts'

/** @returns for `onProblem`: shows a toast, unless the refusal concerns the whole dashboard, which then shows it */
export function useFailureToast(title: string): (problem: unknown) => void {
  const { onRefusal } = useAdministration()
  return (problem) => {
    if (!onRefusal(problem)) failWithToast(title, problem)
  }
}
