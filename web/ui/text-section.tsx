/** A titled part of a page that is read: as wide as text reads well. */
import type { ReactNode } from 'react'

interface TextSectionProps {
  id: string
  title: string
  children: ReactNode
}

export function TextSection({ id, title, children }: TextSectionProps) {
  return (
    <section aria-labelledby={id} className="grid max-w-2xl gap-3">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
