/** Large figures with their names in one frame. The space is reserved before a figure is known. */
interface FiguresProps {
  label: string
  figures: readonly { readonly figure: string; readonly name: string }[]
  className?: string
}

export function Figures({ label, figures, className = '' }: FiguresProps) {
  return (
    <dl className={`figures ${className}`.trimEnd()} aria-label={label}>
      {figures.map(({ figure, name }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
