/** A figure of the overview, with what it means below it. */
import { Link } from '../../../lib/router.tsx'

interface FigureProps {
  name: string
  figure: string
  caption: string
  leadsTo?: string
}

export function Figure({ name, figure, caption, leadsTo }: FigureProps) {
  return (
    <div className="card">
      <dt>
        {leadsTo !== undefined ? (
          <Link to={leadsTo} className="link-target" keepsScroll>
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd>
        <p className="report-figure">{figure}</p>
        <p className="text-sm text-soft">{caption}</p>
      </dd>
    </div>
  )
}
