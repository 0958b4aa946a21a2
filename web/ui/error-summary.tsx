/** Several errors of a form in one place, above its fields: each leads to its field. A single one stands at its field alone. */
import { useId } from 'react'
import { errorSummary as words } from '#words/common/error-summary.ts'

interface ErrorSummaryProps<Name extends string> {
  /** In the order of the form. */
  names: readonly Name[]
  faults: Readonly<Partial<Record<Name, string | undefined>>>
}

export function ErrorSummary<Name extends string>({ names, faults }: ErrorSummaryProps<Name>) {
  const id = useId()
  const found = names.filter((name) => faults[name] !== undefined)
  if (found.length < 2) return null
  return (
    <section className="error-summary" aria-labelledby={id}>
      <p id={id} className="font-semibold">
        {words.title(found.length)}
      </p>
      <ul>
        {found.map((name) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault()
                const control = event.currentTarget.closest('form')?.elements.namedItem(name)
                if (control instanceof HTMLElement) control.focus()
              }}
            >
              {faults[name]}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
