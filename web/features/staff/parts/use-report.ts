/** One thing that administrators read as a whole: when it does not come, a toast says so, and the part offers to try again. */
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { useAdministration } from '../administration.ts'

/**
 * @param load asks for it, for `call()`
 * @param failed what the toast says when it does not come
 */
export function useReport<Value>(load: () => Promise<Value>, failed: string) {
  const { onRefusal } = useAdministration()
  return useLoaded(() => {
    const loading = load()
    loading.catch((problem: unknown) => onRefusal(problem) || failWithToast(failed, problem))
    return loading
  })
}
