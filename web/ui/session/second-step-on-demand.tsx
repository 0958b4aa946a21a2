/** The second step for pages where most users never see it. */
import { onDemand } from '../on-demand.tsx'
import { Skeleton } from '../skeleton.tsx'

export const SecondStepOnDemand = onDemand(async () => (await import('./second-step.tsx')).SecondStep, {
  skeleton: <Skeleton className="block h-64" />,
})
