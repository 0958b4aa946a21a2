/** How far something is, such as an upload. Without a value it is under way, and nobody knows how far. */
import { useId } from 'react'

export function Progress({ label, value }: { label: string; value?: number }) {
  const id = useId()
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      {/* Not a live region: a screen reader asks the bar itself, and is not told each percent. */}
      <span aria-hidden="true" className="progress-percent">
        {value !== undefined && `${Math.round(value * 100)} %`}
      </span>
      <progress id={id} value={value} max={1} />
    </div>
  )
}
