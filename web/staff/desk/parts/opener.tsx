/** A button that opens a dialog, and keeps it until it closes. */
import { useState, type ComponentProps, type ReactNode } from 'react'
import { SmallButton } from '../../../ui/button.tsx'

/** Callbacks of a dialog to the part that opened it. */
export interface DialogEnd {
  /** It was done, and the dialog has closed. */
  onDone: () => void
  onClose: () => void
}

interface OpenerProps extends Omit<ComponentProps<typeof SmallButton>, 'children' | 'onClick'> {
  text: string
  /** Whether the act is possible now. An open dialog stays when it no longer is: the server refuses, and nothing typed is lost. */
  when?: boolean
  children: (close: () => void) => ReactNode
}

export function Opener({ text, when = true, children, ...button }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {when && (
        <SmallButton {...button} onClick={() => setOpen(true)}>
          {text}
        </SmallButton>
      )}
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
