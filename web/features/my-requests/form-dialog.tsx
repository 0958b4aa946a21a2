/** A dialog that stays open while its form is sent, so that a refusal loses no text. */
import { useRef, type ComponentProps } from 'react'
import { openModal } from '../../api/modal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ownActs as words } from '#words/aid/own-acts.ts'

const SENDING = 'button[aria-busy]:not([hidden] *)'

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  /** The text of its last button, which closes it. */
  back?: string
  onClose: () => void
}

export function FormDialog({ back = words.back, onClose, children, ...rest }: FormDialogProps) {
  const form = useRef<HTMLDivElement>(null)
  const isSending = () => form.current?.querySelector(SENDING) != null
  const close = () => {
    const dialog = form.current?.closest('dialog')
    if (dialog && isSending()) openModal(dialog)
    else onClose()
  }
  return (
    <Dialog {...rest} onClose={close}>
      <div
        ref={form}
        role="presentation"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isSending()) event.preventDefault()
        }}
      >
        {children}
        <Button look="outline" className="mt-3 w-full" onClick={() => !isSending() && onClose()}>
          {back}
        </Button>
      </div>
    </Dialog>
  )
}
