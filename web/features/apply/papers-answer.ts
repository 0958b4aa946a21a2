/**
 * The form that answers a request for documents, for the page to pass to the list of requests. It is not part of the page's bundle,
 * because few applicants need it: it loads together with a list that asks for documents, so that nothing moves.
 */
import { loadPart } from '../../lib/load-part.ts'
import { deleteDraft } from './draft-storage.ts'

type Part = typeof import('./papers-form.tsx')
let part: Part | undefined

export const papersAnswer = {
  async load() {
    part ??= await loadPart(() => import('./papers-form.tsx'))
    return part.PapersForm
  },
  loaded: () => part?.PapersForm,
  loadCorrection: async () => (await loadPart(() => import('./correct-form.tsx'))).CorrectForm,
  discardDraft(applicationId: string, paperRequestId: string | null) {
    for (const kept of [false, true]) deleteDraft({ is: 'papers', applicationId, paperRequestId }, kept)
  },
}
