/** Large figures with their names in one frame; nothing without any. The space is reserved before a figure is known. */
import type { ReactNode } from 'react'

interface FiguresProps {
  label: string
  figures: readonly { readonly figure: ReactNode; readonly name: string }[]
  className?: string
  lang?: string | undefined
}

export function Figures({ label, figures, className = '', lang }: FiguresProps) {
  if (figures.length === 0) return null
  return (
    <dl className={`figures ${className}`.trimEnd()} aria-label={label} lang={lang}>
      {figures.map(({ figure, name }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
