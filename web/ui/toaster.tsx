/**
 * Shows the toast. It is a manual popover, so it is in the top layer: above a modal dialog, and never clipped. A plain toast
 * disappears after a while, unless it has the pointer or the focus; a destructive one stays until dismissed, except where the
 * fields say the same.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ui as words } from '#words/common/ui.ts'
import { dismissToast, readToast, subscribeToToast, type Toast } from '../lib/toast-store.ts'

const PLAIN_MILLISECONDS = 8_000
const AT_FIELDS_MILLISECONDS = 6_000

export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToast, readToast, () => null)
  return (
    <>
      {/* Both regions are always rendered: a screen reader announces changes only in regions it already knows. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may contain text only, no paragraphs */}
      <div role="status">{toast?.kind === 'plain' && <ToastCard key={toast.id} toast={toast} />}</div>
      <div role="alert">{toast?.kind === 'destructive' && <ToastCard key={toast.id} toast={toast} />}</div>
    </>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const card = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState(false)

  useEffect(() => {
    const element = card.current
    // A browser without popovers shows it all the same, but not above a dialog.
    if (element && 'showPopover' in element) element.showPopover()
    const room = window.innerHeight - (element?.getBoundingClientRect().top ?? window.innerHeight)
    document.documentElement.style.setProperty('--toast', `${room}px`)
  }, [])

  useEffect(() => {
    if (held || (toast.kind === 'destructive' && !toast.isAtFields)) return
    const timer = setTimeout(dismissToast, toast.isAtFields ? AT_FIELDS_MILLISECONDS : PLAIN_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [toast.kind, toast.isAtFields, held])

  return (
    <div
      ref={card}
      popover="manual"
      className={`toast toast-${toast.kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="grow">
        <p className="font-semibold">{toast.title}</p>
        {toast.description !== undefined && <p className="mt-1 text-sm">{toast.description}</p>}
      </div>
      <button type="button" className="link-target -mt-2 -mr-2 -mb-2 flex-none px-2 text-sm" onClick={dismissToast}>
        {words.dismiss}
      </button>
    </div>
  )
}
