/** The browser's own select, styled: phones then show their own picker, which is better than one of ours. */
import type { ComponentProps } from 'react'

export function Select(props: ComponentProps<'select'>) {
  return (
    <div className="select">
      <select {...props} className="input" />
    </div>
  )
}
