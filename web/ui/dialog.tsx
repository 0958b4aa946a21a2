/**
 * A modal dialog on the browser's own `<dialog>`: it traps the focus, closes with Escape, returns the focus, and makes the page
 * behind it inert. The caller decides when it is shown; `onClose` is called when the user closes it.
 */
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { openModal } from '../api/modal.ts'

interface DialogProps {
  title: string
  /** One sentence, read out together with the title. */
  lead?: string
  /** Without it, as while an answer is on the way, the dialog stays until the caller removes it. */
  onClose?: () => void
  /** Nothing of the page behind it can be seen. */
  covers?: boolean
  children: ReactNode
}

export function Dialog({ title: text, lead, onClose, covers = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    // No close() on unmount: a dialog that leaves the document closes automatically, and this one was not dismissed.
    if (dialog.current) openModal(dialog.current)
    // The title takes the focus: a screen reader starts with it, and no button is pressed by accident.
    title.current?.focus()
    return () => {
      // The browser gives the focus back only when a dialog is dismissed.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={covers ? 'dialog dialog-covers' : 'dialog'}
      aria-labelledby={titleId}
      aria-describedby={lead === undefined ? undefined : `${titleId}-lead`}
      onKeyDown={onClose ? undefined : keepOpen}
      onClose={onClose ?? (({ currentTarget }) => openModal(currentTarget))}
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

/** Otherwise it would close for a moment, in which a second Escape reaches the page behind it. */
function keepOpen(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault()
}
