/** A message that belongs to the page rather than to a moment. */
import type { ReactNode } from 'react'

interface BannerProps {
  tone: 'note' | 'bad'
  title: string
  className?: string
  children: ReactNode
}

export function Banner({ tone, title, className = '', children }: BannerProps) {
  return (
    <div className={`banner banner-${tone} ${className}`.trimEnd()}>
      <p className="font-semibold">{title}</p>
      <div className="mt-1 text-sm">{children}</div>
    </div>
  )
}
