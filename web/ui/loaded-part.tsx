/** The states of a part that is loaded: on its way, failed with a way on, there. Nothing yet is for the part itself to say. */
import type { ReactNode } from 'react'
import { NotLoaded } from './not-loaded.tsx'
import { account as words } from '#words/account.ts'
import type { Loaded } from '../lib/use-loaded.ts'

interface LoadedPartProps<Value> {
  view: Loaded<Value>
  onRetry: () => void
  /** As large as what comes. */
  skeleton: ReactNode
  children: (value: Value) => ReactNode
}

export function LoadedPart<Value>({ view, onRetry, skeleton, children }: LoadedPartProps<Value>) {
  if (view.is === 'there') return children(view.value)
  if (view.is === 'failed') return <NotLoaded title={words.notLoaded} sentence={view.sentence} onRetry={onRetry} />
  return (
    <div aria-busy="true">
      <output className="sr-only">{words.loading}</output>
      {skeleton}
    </div>
  )
}
