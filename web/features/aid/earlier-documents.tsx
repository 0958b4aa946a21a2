/** The documents that somebody uploaded before, to be named by this request too: nobody uploads the same letter twice. */
import { DOCUMENTS_MAX } from '../../../contract/document-limits.ts'
import type { CallReply } from '../../api/client.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { aid as words } from '#words/aid.ts'
import type { AidRequest, AidState } from './aid-request.ts'
import { reopen } from './flow.ts'

export type EarlierDocument = CallReply<'GET /api/documents'>['items'][number]

interface EarlierDocumentsProps {
  request: AidRequest
  state: AidState
  items: readonly EarlierDocument[]
}

export function EarlierDocuments({ request, state: { draft, run }, items }: EarlierDocumentsProps) {
  // What this draft has uploaded itself stands in its own list.
  const offered = items.filter(({ path }) => draft.documents.every(({ storedAt }) => storedAt !== path))
  if (offered.length === 0) return null
  const isFull = draft.documents.length + draft.earlier.length >= DOCUMENTS_MAX
  const choose = (url: string, chosen: boolean) =>
    request.change((now) => ({
      ...now,
      earlier: chosen ? [...now.earlier, url] : now.earlier.filter((each) => each !== url),
      progress: reopen(now.progress, 'texts'),
    }))
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-3">{words.earlier}</legend>
      {offered.map(({ id, url, filename }) => {
        const chosen = draft.earlier.includes(url)
        return (
          <Checkbox
            key={id}
            label={filename}
            checked={chosen}
            disabled={run.is === 'running' || (isFull && !chosen)}
            onChange={({ currentTarget }) => choose(url, currentTarget.checked)}
          />
        )
      })}
    </fieldset>
  )
}
