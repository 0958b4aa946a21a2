/** A title that opens what it names: the browser's own `<details>`, so it works without JavaScript and can be found in the page. */
import type { ReactNode } from 'react'

interface DisclosureProps {
  title: string
  /** Anchor of the content: an address that ends with it opens it. */
  id?: string
  children: ReactNode
}

export function Disclosure({ title, id, children }: DisclosureProps) {
  return (
    <details className="disclosure">
      <summary>
        <h3 className="text-lg">{title}</h3>
      </summary>
      <div id={id} className="disclosure-content">
        {children}
      </div>
    </details>
  )
}
