/** One row of a list with all that is known of it: asked for when the dialog opens, and read in it. */
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { lists } from '#words/administration.ts'
import { ui } from '#words/ui.ts'
import { useReport } from './use-report.ts'

interface ReportDialogProps<Value> {
  title: string
  /** Asks for it, for `call()`. */
  load: () => Promise<Value>
  /** What the toast says when it does not come. */
  failed: string
  onClose: () => void
  children: (value: Value) => ReactNode
}

export function ReportDialog<Value>({ title, load, failed, onClose, children }: ReportDialogProps<Value>) {
  const { view, reload } = useReport(load, failed)
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mt-5">
        {view.is === 'there' && children(view.value)}
        {view.is === 'failed' && <NotLoaded title={failed} sentence={view.sentence} onRetry={reload} />}
        {view.is === 'loading' && (
          <div aria-busy="true">
            <output className="sr-only">{lists.loading}</output>
            <Skeleton className="block h-96 w-full" />
          </div>
        )}
      </div>
      {/* Closed by the browser, which gives the focus back to the row. */}
      <form method="dialog" className="mt-6">
        <Button type="submit" look="outline" className="w-full">
          {ui.close}
        </Button>
      </form>
    </Dialog>
  )
}
