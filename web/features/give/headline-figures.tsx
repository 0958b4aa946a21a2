/** The three headline figures: the current counts, or a dash while they are unknown. */
import { formatHeadlineNaira } from '../../../contract/platform/money.ts'
import { site } from '../../words/site.ts'
import { Figures } from '../../ui/figures.tsx'
import { home as words } from '#words/site/home.ts'
import { call, type CallReply } from '../../api/client.ts'
import { useLoaded } from '../../lib/use-loaded.ts'

type Stats = CallReply<'GET /api/stats'>

/** Shown while a figure is unknown or could not be loaded. */
const UNKNOWN = '–'

export function HeadlineFigures() {
  // A failure is logged, and the dashes stay.
  const { view } = useLoaded((signal) => call('GET /api/stats', { signal }))
  const stats = view.is === 'there' ? view.value : undefined
  const lives = livesImpacted(stats)
  const figures = [
    { name: words.lives(lives), figure: lives },
    { name: words.donors, figure: stats ? `${count(stats.active_donors)}+` : UNKNOWN },
    { name: words.raised, figure: stats ? formatHeadlineNaira(stats.funds_raised) : UNKNOWN },
  ]
  return <Figures label={words.figures} figures={figures} className="figures-headline" />
}

/** The spec's hero shows a fixed number; a site may switch to the server's estimate. */
function livesImpacted(stats: Stats | undefined): string {
  if (site.lives_impacted !== null) return count(site.lives_impacted)
  return stats ? count(stats.lives_impacted) : UNKNOWN
}

function count(number: number): string {
  return number.toLocaleString('en-NG')
}
