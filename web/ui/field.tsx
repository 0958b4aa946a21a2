/** A labelled control with its hint and its error, wired for screen readers. The caller provides the control. */
import { useId, type ReactNode } from 'react'

export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

interface FieldProps {
  label: string
  /** Shown beside the label, such as "optional". */
  note?: string
  hint?: string | undefined
  error?: string | undefined
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, note, hint, error, children }: FieldProps) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label} {note !== undefined && <span className="font-normal text-soft">({note})</span>}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error !== undefined })}
      {/* Always rendered, so that a new message is announced. */}
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  )
}
