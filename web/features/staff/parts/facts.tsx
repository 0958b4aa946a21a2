/** Details of a person or a record, as names and values. */
import type { ReactNode } from 'react'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="admin-facts">{children}</dl>
}

interface FactProps {
  name: string
  value: string
  /** Shown if the value is empty. */
  missing: string
  /** Where a press on the value leads, such as a call. */
  to?: string
}

export function Fact({ name, value, missing, to }: FactProps) {
  const shown = value === '' ? missing : value
  return (
    <div>
      <dt>{name}</dt>
      <dd className={value === '' ? 'text-soft' : undefined}>
        {to !== undefined && value !== '' ? (
          <a href={to} className="link-target">
            {shown}
          </a>
        ) : (
          shown
        )}
      </dd>
    </div>
  )
}
