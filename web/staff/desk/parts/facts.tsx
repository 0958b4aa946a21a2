/** Details of a person or a record, as names and values. */
import type { ReactNode } from 'react'
import { EmailText } from '../../../ui/email-text.tsx'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts tiles mt-5 gap-x-4 gap-y-3 empty:hidden">{children}</dl>
}

interface FactProps {
  name: string
  value: string
  /** Shown if the value is empty. */
  missing?: string
  /** Target of a press on the value, such as a call. */
  to?: string
  /** Takes a whole line where facts stand side by side. */
  isLong?: boolean
}

export function Fact({ name, value, missing = '', to, isLong = false }: FactProps) {
  const shown = value === '' ? missing : /^\S+@\S+$/.test(value) ? <EmailText email={value} /> : value
  return (
    <div className={isLong ? 'fact-long' : undefined}>
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
