/** Loaded content in its states: loading, failed with a way to try again, there. An empty list is for its content to show. */
import type { ReactNode } from 'react'
import type { Loaded } from '../lib/use-loaded.ts'
import { loading as words } from '#words/common/loading.ts'
import { NotLoaded } from './not-loaded.tsx'

interface LoadedPartProps<Value> {
  loaded: Pick<Loaded<Value>, 'view' | 'reload'>
  /** The title of the failure. */
  failed?: string
  /** Added to the sentence of the failure. */
  note?: string
  /** As large as the content. */
  skeleton: ReactNode
  children: (value: Value) => ReactNode
}

export function LoadedPart<Value>({
  loaded,
  failed = words.notLoaded,
  note,
  skeleton,
  children,
}: LoadedPartProps<Value>) {
  const { view, reload } = loaded
  if (view.is === 'loading') {
    return (
      <div aria-busy="true">
        <output className="sr-only">{words.loading}</output>
        {skeleton}
      </div>
    )
  }
  if (view.is === 'failed') return <NotLoaded title={failed} problem={view.problem} note={note} onRetry={reload} />
  return (
    <>
      {view.problem !== undefined && <NotLoaded title={failed} problem={view.problem} note={note} onRetry={reload} />}
      {children(view.value)}
    </>
  )
}
