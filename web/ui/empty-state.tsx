/** Nothing here yet: says so, why, and what to do next. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface EmptyStateProps {
  icon: IconName
  title: string
  text?: string
  /** A link or a button, where there is a next step. */
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
