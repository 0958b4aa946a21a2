/** The progress of something, such as an upload. */
import { useId } from 'react'

export function Progress({ label, value }: { label: string; value: number }) {
  const id = useId()
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      {/* Not a live region: a screen reader reads the bar on request instead of announcing each percent. */}
      <span aria-hidden="true" className="font-semibold tabular-nums">
        {`${Math.round(value * 100)} %`}
      </span>
      <progress id={id} value={value} max={1} />
    </div>
  )
}
