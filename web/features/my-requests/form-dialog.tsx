/** A dialog that stays open while its form is sent, so that a refusal loses no text. */
import { useRef, type ComponentProps } from 'react'
import { openModal } from '../../api/modal.ts'
import { Dialog } from '../../ui/dialog.tsx'

const SENDING = 'button[aria-busy]:not([hidden] *)'

/** Tests whether the form of the dialog around an element is being sent. */
export const isSending = (within: Element) => within.closest('dialog')?.querySelector(SENDING) != null

export function FormDialog({ onClose, children, ...rest }: ComponentProps<typeof Dialog> & { onClose: () => void }) {
  const form = useRef<HTMLDivElement>(null)
  const close = () => {
    const dialog = form.current?.closest('dialog')
    if (dialog && isSending(dialog)) openModal(dialog)
    else onClose()
  }
  return (
    <Dialog {...rest} onClose={close}>
      <div
        ref={form}
        role="presentation"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isSending(event.currentTarget)) event.preventDefault()
        }}
      >
        {children}
      </div>
    </Dialog>
  )
}
