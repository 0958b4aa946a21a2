/** The browser's own select, dressed: phones then show their own wheel or sheet, which nothing of ours would better. */
import type { ComponentProps } from 'react'

export function Select(props: ComponentProps<'select'>) {
  return (
    <div className="select">
      <select {...props} className="input" />
    </div>
  )
}
