/** Something that could not be loaded, why, and a button to try again. */
import { failureSentence } from '../api/failure-sentence.ts'
import { dismissToast } from '../lib/toast-store.ts'
import { loading as words } from '#words/common/loading.ts'
import { Banner } from './banner.tsx'
import { SmallButton } from './button.tsx'

interface NotLoadedProps {
  title: string
  /** The problem that the call failed with. */
  problem: unknown
  note?: string | undefined
  onRetry: () => void
}

export function NotLoaded({ title, problem, note, onRetry }: NotLoadedProps) {
  const retry = () => {
    // The toast is now out of date, and could cover the new content.
    dismissToast()
    onRetry()
  }
  const sentence = failureSentence(problem)
  return (
    <div role="alert">
      <Banner tone="bad" title={title}>
        <p>{note === undefined ? sentence : `${sentence} ${note}`}</p>
        <SmallButton className="mt-3" onClick={retry}>
          {words.tryAgain}
        </SmallButton>
      </Banner>
    </div>
  )
}
