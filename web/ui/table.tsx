/**
 * A table that scrolls sideways by itself where the screen is narrow; only then it takes the focus, so that the keyboard
 * can scroll it. Rows are the caller's; a column of numbers has the class `number` in its cells.
 */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

export interface TableColumn {
  readonly name: string
  readonly isNumber?: boolean
}

interface TableProps {
  caption: string
  columns: readonly TableColumn[]
  /** `<tr>` elements; the first cell of each is its `<th scope="row">`. */
  children: ReactNode
}

export function Table({ caption, columns, children }: TableProps) {
  const captionId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(scroller)
  return (
    <div
      ref={scroller}
      className="table-scroll"
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
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    // Rows that arrive later widen the table, not the box around it.
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [scroller])
  return overflows
}
