/** The cards beside the form: what the chosen fund has received, and what gifts have done. */
import { useEffect, useState } from 'react'
import type { DonationType } from '../../../contract/money/funds.ts'
import { formatHeadlineNaira, formatNaira } from '../../../contract/platform/money.ts'
import type { ImpactByFund } from '../../content/impact.ts'
import { ExampleBadge, ExampleMark } from '../../content/example-mark.tsx'
import { textOf } from '../../words/site.ts'
import { FormattedText, langOf } from '../../ui/formatted-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { giving as words } from '#words/money/giving.ts'
import { FundFlow } from './fund-flow.tsx'
import { useFundNames } from '../../lib/funds.ts'
import type { FundFigures, Funds } from './funds.ts'

interface ImpactCardProps {
  fund: DonationType
  /** The chosen amount in naira; 0 while there is none. */
  naira: number
  funds: Funds | undefined
}

export function ImpactCard({ fund, naira, funds }: ImpactCardProps) {
  const figures = funds?.funds.find((each) => each.fund === fund)
  const { pays, isExample } = useImpact(fund, naira, figures?.pays_for ?? [])
  const nameOf = useFundNames()
  return (
    <section className="card" aria-labelledby="impact-title">
      <h2 id="impact-title" className="text-xl">
        {words.impactTitle}
      </h2>
      <p className="mt-2 min-h-[3.2em] text-lg" aria-live="polite">
        {pays} {isExample && <ExampleBadge of="impact" />}
      </p>
      <div className="needs-script">
        <p className="mt-4 text-sm text-soft">{words.impactFund(nameOf(fund))}</p>
        <p className="mt-1 min-h-[1.5em] text-sm text-soft">{figures?.purpose}</p>
        <dl className="impact facts mt-2">
          <div>
            <dt>{words.impactGifts(figures?.gifts)}</dt>
            <dd>{figures ? figures.gifts.toLocaleString('en-NG') : <Skeleton className="w-12" />}</dd>
          </div>
          <div>
            <dt>{words.impactTotal}</dt>
            <dd>{figures ? formatNaira(figures.received) : <Skeleton className="w-32" />}</dd>
          </div>
        </dl>
        <FundFlow figures={figures} />
      </div>
    </section>
  )
}

/** The fund's own lines; without any, the examples, which are loaded with the first amount: most of their texts are about other funds. */
function useImpact(fund: DonationType, naira: number, own: FundFigures['pays_for']) {
  const [examples, setExamples] = useState<ImpactByFund>()
  const isExample = own.length === 0
  const isWanted = naira > 0
  useEffect(() => {
    if (isWanted && isExample) void loadImpact().then(setExamples)
  }, [isWanted, isExample])
  if (!isWanted) return { pays: words.impactNoAmount, isExample: false }
  if (isExample && !examples) return { pays: '', isExample: false }
  // Finds the largest amount in the content that the gift covers.
  const covered = (isExample ? (examples?.[fund] ?? []) : own).filter(({ from }) => from <= naira).at(-1)
  const pays = covered ? words.impactPays(formatHeadlineNaira(covered.from), covered.pays) : words.impactSmall
  return { pays, isExample: isExample && covered !== undefined }
}

async function loadImpact(): Promise<ImpactByFund | undefined> {
  try {
    return (await import('../../content/impact.ts')).impact
  } catch (fault) {
    console.warn('Loading failed.', fault)
    return undefined
  }
}

export function StoriesCard() {
  const stories = textOf('short_stories')
  if (stories.length === 0) return null
  return (
    <section className="card" aria-labelledby="stories-title">
      <h2 id="stories-title" className="text-xl">
        {words.storiesTitle}
      </h2>
      <ul className="mt-4 grid gap-5">
        {stories.map(({ who, title, text, language }) => (
          <li key={title} lang={langOf(language)} className="border-l-4 border-gold pl-4">
            <p className="font-semibold">{title}</p>
            <FormattedText html={text} className="mt-1 text-sm text-soft" />
            <p className="mt-1 text-sm">
              {who} <ExampleMark of="stories" />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
