/** The award for pages that mostly show undecided requests: it loads with the first approved one. */
import { onDemand } from '../../../ui/on-demand.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

export const AwardCardOnDemand = onDemand(async () => (await import('./award-card.tsx')).AwardCard, {
  skeleton: <Skeleton className="block h-64" />,
})
