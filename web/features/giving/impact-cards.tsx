/** The cards beside the form: what the chosen fund has received, and what gifts have done. */
import { donationTypeNames, type DonationType } from '../../../contract/funds.ts'
import { formatNaira } from '../../../contract/money.ts'
import { shortStories } from '../../content/stories.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { giving as words } from '#words/giving.ts'
import type { Stats } from './stats.ts'

export function ImpactCard({ fund, stats }: { fund: DonationType; stats: Stats | undefined }) {
  const figures = stats?.funds[fund]
  return (
    <section className="card" aria-labelledby="impact-title">
      <h2 id="impact-title" className="text-xl">
        {words.impactTitle}
      </h2>
      <p className="mt-1 text-sm text-soft">{words.impactFund(donationTypeNames[fund])}</p>
      <dl className="impact mt-4">
        <div>
          <dt>{words.impactGifts}</dt>
          <dd>{figures ? figures.gifts.toLocaleString('en-NG') : <Skeleton className="w-12" />}</dd>
        </div>
        <div>
          <dt>{words.impactTotal}</dt>
          <dd>{figures ? formatNaira(figures.amount) : <Skeleton className="w-32" />}</dd>
        </div>
      </dl>
    </section>
  )
}

export function StoriesCard() {
  return (
    <section className="card" aria-labelledby="stories-title">
      <h2 id="stories-title" className="text-xl">
        {words.storiesTitle}
      </h2>
      <ul className="mt-4 grid gap-5">
        {shortStories.map(({ name, place, title, text }) => (
          <li key={title} className="border-l-4 border-gold pl-4">
            <p className="font-semibold">{title}</p>
            <p className="mt-1 text-sm text-soft">{text}</p>
            <p className="mt-1 text-sm">
              {name}, {place}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
