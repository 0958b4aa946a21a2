/** The two buttons below the fields of a dialog: one sends the form, the other closes the dialog. */
import { Button } from '../../../ui/button.tsx'
import { forms } from '#words/office/administration.ts'

interface DialogButtonsProps {
  text: string
  /** The text while sending. */
  busyText?: string
  busy?: boolean
  onClose: () => void
}

export function DialogButtons({ text, busyText = text, busy = false, onClose }: DialogButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" className="grow" busy={busy}>
        {busy ? busyText : text}
      </Button>
      <Button look="outline" className="grow" onClick={onClose}>
        {forms.cancel}
      </Button>
    </div>
  )
}
