/** The two buttons below the fields of a dialog that records something. */
import { Button } from '../../../ui/button.tsx'
import { forms } from '#words/administration.ts'
import { payments as words } from '#words/admin-payouts.ts'

export function DialogButtons({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" className="grow" busy={busy}>
        {busy ? words.recording : words.record}
      </Button>
      <Button look="outline" className="grow" onClick={onClose}>
        {forms.cancel}
      </Button>
    </div>
  )
}
