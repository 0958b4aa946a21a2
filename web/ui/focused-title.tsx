/** The title of content that replaces other content. It takes the focus, so that a screen reader continues there. */
import { useEffect, useRef, type ReactNode } from 'react'

export function FocusedTitle({ id, children }: { id?: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <h2 id={id} ref={title} tabIndex={-1} className="text-2xl">
      {children}
    </h2>
  )
}
