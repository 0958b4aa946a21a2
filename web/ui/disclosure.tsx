/** A question that opens its answer: the browser's own `<details>`, so it works without JavaScript and can be found in the page. */
import type { ReactNode } from 'react'

export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="disclosure">
      <summary>
        <h3 className="text-lg">{title}</h3>
      </summary>
      {children}
    </details>
  )
}
