/** Nothing here yet: says so, why, and what one can do about it. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface EmptyStateProps {
  icon: IconName
  title: string
  text?: string
  /** A link or a button, if there is a way on. */
  children?: ReactNode
}

export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} className="icon-disc" />
      <p className="text-lg font-semibold">{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  )
}
