/** Something that did not come, and the way to ask for it again. */
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { dismissToast } from '../lib/toast-store.ts'
import { loading as words } from '#words/loading.ts'

interface NotLoadedProps {
  title: string
  sentence: string
  onRetry: () => void
}

export function NotLoaded({ title, sentence, onRetry }: NotLoadedProps) {
  const retry = () => {
    // What it said is out of date from here on, and it may lie over what comes.
    dismissToast()
    onRetry()
  }
  return (
    <div role="alert">
      <Banner tone="bad" title={title}>
        <p>{sentence}</p>
        <Button look="outline" className="button-small mt-3" onClick={retry}>
          {words.tryAgain}
        </Button>
      </Banner>
    </div>
  )
}
