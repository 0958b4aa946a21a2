/** The second step for pages where most users never see it: it loads when it is needed. */
import { loadPart } from '../../lib/load-part.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { LoadedPart } from '../loaded-part.tsx'
import { Skeleton } from '../skeleton.tsx'
import type { SecondStepProps } from './second-step.tsx'

export function SecondStepOnDemand(props: SecondStepProps) {
  const loaded = useLoaded(() => loadPart(() => import('./second-step.tsx')))
  return (
    <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-64" />}>
      {({ SecondStep }) => <SecondStep {...props} />}
    </LoadedPart>
  )
}
