/** A titled surface for one subject. */
import { useId, type ReactNode } from 'react'

interface CardProps {
  title: string
  /** The level of the title in the page's outline. */
  level?: 2 | 3
  raised?: boolean
  className?: string
  children: ReactNode
}

export function Card({ title, level = 2, raised = false, className = '', children }: CardProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={`card ${raised ? 'card-raised' : ''} ${className}`} aria-labelledby={id}>
      <Heading id={id} className="text-xl">
        {title}
      </Heading>
      {children}
    </section>
  )
}
