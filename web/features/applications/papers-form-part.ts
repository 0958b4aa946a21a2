/**
 * The form that answers a request for papers, with all that uploads: no part of the page, because few are asked for any. It comes
 * with the list of whoever is, so that nothing moves.
 */
import { loadPart } from '../aid/load-part.ts'

type Part = typeof import('../aid/papers-form.tsx')
let part: Part | undefined

/** @throws TypeError when it does not come */
export async function loadPapersForm(): Promise<Part> {
  part ??= await loadPart(() => import('../aid/papers-form.tsx'))
  return part
}

/** Undefined until it has come. */
export function loadedPapersForm(): Part | undefined {
  return part
}
