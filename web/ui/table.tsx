/**
 * A table that scrolls sideways on narrow screens; only then it can take the focus, so that a keyboard can scroll it. The caller
 * provides the rows; cells of a column of numbers have the class `number`.
 */
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

export interface TableColumn {
  readonly name: string
  readonly isNumber?: boolean
}

interface TableProps {
  caption: string
  columns: readonly TableColumn[]
  /** On phones each row is a card. Its cells then name their column in `data-column`. */
  cards?: boolean
  /** `<tr>` elements; the first cell of each is its `<th scope="row">`. */
  children: ReactNode
}

export function Table({ caption, columns, cards = false, children }: TableProps) {
  const captionId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(scroller)
  return (
    <div
      ref={scroller}
      className={cards ? 'table-scroll table-cards' : 'table-scroll'}
      {...(overflows && { role: 'region', 'aria-labelledby': captionId, tabIndex: 0 })}
    >
      <table className="table">
        <caption id={captionId}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber = false }) => (
              <th key={name} scope="col" className={isNumber ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function useOverflows(scroller: { readonly current: HTMLElement | null }): boolean {
  const [overflows, setOverflows] = useState(false)
  // Before the first paint: a table that is seen can be scrolled by keyboard.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setOverflows(element.scrollWidth > element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // Later rows widen the table, not the box around it.
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [scroller])
  return overflows
}
