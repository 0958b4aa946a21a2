/**
 * A modal dialog on the browser's own `<dialog>`: it holds the focus, closes with Escape, gives the focus back, and makes
 * the page behind it inert. The caller decides when it is there; `onClose` is told when the person closes it.
 */
import { useEffect, useId, useRef, type ReactNode } from 'react'

interface DialogProps {
  title: string
  /** The news in a sentence, read out together with the title. */
  lead?: string
  onClose: () => void
  children: ReactNode
}

export function Dialog({ title: text, lead, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => {
    // No closing on the way out: a dialog that leaves the document closes by itself, and this one was not dismissed.
    if (dialog.current?.open === false) dialog.current.showModal()
    // The title takes the focus: a screen reader begins with the news, and no button is pressed by accident.
    title.current?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      aria-describedby={lead === undefined ? undefined : `${titleId}-lead`}
      onClose={onClose}
    >
      <h2 id={titleId} ref={title} tabIndex={-1} className="text-2xl">
        {text}
      </h2>
      {lead !== undefined && (
        <p id={`${titleId}-lead`} className="mt-3 text-lg">
          {lead}
        </p>
      )}
      {children}
    </dialog>
  )
}
