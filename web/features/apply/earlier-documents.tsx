/** Documents from earlier requests, to use again without another upload. */
import { useState, type ReactNode } from 'react'
import { DOCUMENTS_MAX } from '../../../contract/aid/document-limits.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call, type CallReply } from '../../api/client.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { aidPapers as words } from '#words/aid/aid-papers.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { useLoaded } from '../../lib/use-loaded.ts'
import type { AidRequest, AidState } from './aid-request.ts'
import { reopen } from './flow.ts'

type EarlierDocument = CallReply<'GET /api/documents'>['items'][number]

interface RequestProps {
  request: AidRequest
  state: AidState
}

interface EarlierDocumentsProps extends RequestProps {
  items: readonly EarlierDocument[]
  /** Shown if the list is empty. */
  none?: ReactNode
}

export function EarlierDocuments({ request, state: { draft, run }, items, none }: EarlierDocumentsProps) {
  // Documents uploaded by this draft are in its own list.
  const offered = items.filter(({ path }) => draft.documents.every(({ storedAt }) => storedAt !== path))
  if (offered.length === 0) return none
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

/** Loaded when opened. Open at first if some are chosen already. */
export function EarlierOnDemand({ there, ...props }: RequestProps & { bearer: Bearer; there: readonly string[] }) {
  const [opened, setOpened] = useState(props.state.draft.earlier.length > 0)
  return (
    <details className="disclosure" open={opened} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>
        <span className="font-semibold">{words.earlier}</span>
      </summary>
      {opened && <LoadingEarlier {...props} there={there} />}
    </details>
  )
}

function LoadingEarlier({
  request,
  state,
  bearer,
  there,
}: RequestProps & { bearer: Bearer; there: readonly string[] }) {
  const loaded = useLoaded(() => call('GET /api/documents', { bearer }))
  return (
    <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-12" />}>
      {({ items }) => (
        <EarlierDocuments
          request={request}
          state={state}
          items={items.filter(({ url }) => !there.includes(url))}
          none={<p className="pb-4 text-soft">{words.noEarlier}</p>}
        />
      )}
    </LoadedPart>
  )
}
