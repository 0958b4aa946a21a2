/** All details of one row of a list, loaded when the dialog opens. */
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ui } from '#words/common/ui.ts'
import type { Loaded } from '../../../lib/use-loaded.ts'

interface ReportDialogProps<Value> {
  title: string
  loaded: Loaded<Value>
  /** The title of the failure. */
  failed: string
  onClose: () => void
  children: (value: Value) => ReactNode
}

export function ReportDialog<Value>({ title, loaded, failed, onClose, children }: ReportDialogProps<Value>) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mt-5">
        <LoadedPart loaded={loaded} failed={failed} skeleton={<Skeleton className="block h-96 w-full" />}>
          {children}
        </LoadedPart>
      </div>
      {/* Closed by the browser, which returns the focus to the row. */}
      <form method="dialog" className="mt-6">
        <Button type="submit" look="outline" className="w-full">
          {ui.close}
        </Button>
      </form>
    </Dialog>
  )
}
