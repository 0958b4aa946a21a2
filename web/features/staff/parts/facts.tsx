/** What is known of somebody or something, each under its name. */
import type { ReactNode } from 'react'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="admin-facts">{children}</dl>
}

interface FactProps {
  name: string
  value: string
  /** Said where the value is empty. */
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
