/** The two buttons below a dialog: one sends its form, or acts; the other closes the dialog, but not while it is sent. */
import type { ReactNode, Ref } from 'react'
import { Button, type ButtonLook } from '../../../ui/button.tsx'
import { forms } from '#words/office/administration.ts'

interface DialogButtonsProps {
  ref?: Ref<HTMLButtonElement>
  text: ReactNode
  /** The text while sending. */
  busyText?: ReactNode
  busy: boolean
  look?: ButtonLook
  /** Without a form around them: what the first one does. */
  onSend?: () => void
  /** The text of the second one. */
  back?: string | undefined
  onClose: () => void
}

export function DialogButtons({ text, busyText = forms.busy, busy, onSend, onClose, ...rest }: DialogButtonsProps) {
  const { back = forms.cancel, ...button } = rest
  return (
    <div className={onSend ? 'mt-6 flex flex-wrap gap-3' : 'flex flex-wrap gap-3'}>
      <Button {...button} className="grow" busy={busy} {...(onSend ? { onClick: onSend } : { type: 'submit' })}>
        {busy ? busyText : text}
      </Button>
      <Button look="outline" className="grow" onClick={busy ? undefined : onClose}>
        {back}
      </Button>
    </div>
  )
}
