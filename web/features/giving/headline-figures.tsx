/** The three headline figures, each in a place that is as large before its number comes as after. */
import { formatHeadlineNaira } from '../../../contract/money.ts'
import { site } from '../../content/site.ts'
import { home as words } from '#words/home.ts'
import { useStats, type Stats } from './stats.ts'

/** Where a figure is still unknown, or could not be had. */
const UNKNOWN = '–'

export function HeadlineFigures() {
  const { stats } = useStats()
  const figures = [
    [words.lives, livesImpacted(stats)],
    [words.donors, stats ? `${count(stats.active_donors)}+` : UNKNOWN],
    [words.raised, stats ? formatHeadlineNaira(stats.funds_raised) : UNKNOWN],
  ] as const
  return (
    <dl className="figures" aria-label={words.figures}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The spec's hero shows a fixed number; a site may switch to the server's estimate. */
function livesImpacted(stats: Stats | undefined): string {
  if (site.livesImpacted !== 'computed') return count(site.livesImpacted)
  return stats ? count(stats.lives_impacted) : UNKNOWN
}

function count(number: number): string {
  return number.toLocaleString('en-NG')
}
