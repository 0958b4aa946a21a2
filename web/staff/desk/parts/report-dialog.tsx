/** All details of one row of a list, loaded when the dialog opens. */
import type { ReadKey } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ui } from '#words/common/ui.ts'
import { EndpointPart, type EndpointPartProps } from './endpoint-part.tsx'

interface ReportDialogProps<K extends ReadKey> extends EndpointPartProps<K> {
  title: string
  onClose: () => void
}

export function ReportDialog<K extends ReadKey>({ title, onClose, ...part }: ReportDialogProps<K>) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mt-5">
        <EndpointPart {...part} skeleton={<Skeleton className="block h-96 w-full" />} />
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
