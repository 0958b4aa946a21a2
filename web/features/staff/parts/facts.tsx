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
}

export function Fact({ name, value, missing }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={value === '' ? 'text-soft' : undefined}>{value === '' ? missing : value}</dd>
    </div>
  )
}
