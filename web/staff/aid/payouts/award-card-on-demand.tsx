/** The award for pages that mostly show undecided requests: it loads with the first approved one. */
import { loadPart } from '../../../lib/load-part.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { AwardCardProps } from './award-card.tsx'

export function AwardCardOnDemand(props: AwardCardProps) {
  const loaded = useLoaded(() => loadPart(() => import('./award-card.tsx')))
  return (
    <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-64" />}>
      {({ AwardCard }) => <AwardCard {...props} />}
    </LoadedPart>
  )
}
