/** A message that belongs to the page rather than to a moment. */
import type { ReactNode } from 'react'

export function Banner({ tone, title, children }: { tone: 'note' | 'bad'; title: string; children: ReactNode }) {
  return (
    <div className={`banner banner-${tone}`}>
      <p className="font-semibold">{title}</p>
      <div className="mt-1 text-sm">{children}</div>
    </div>
  )
}
