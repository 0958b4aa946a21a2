/** A button that opens a dialog, and keeps it until it closes. */
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
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
        <OpenerButton {...button} onClick={() => setOpen(true)}>
          {text}
        </OpenerButton>
      )}
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

/** Leaves once the act is done: the dialog has just given it the focus. */
function OpenerButton(button: ComponentProps<typeof SmallButton>) {
  return <SmallButton {...button} ref={useFocusOnRemoval<HTMLButtonElement>()} />
}
