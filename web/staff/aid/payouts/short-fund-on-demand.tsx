/** The dialog of a short fund loads when a fund is short: hardly ever. */
import { onDemand } from '../../../ui/on-demand.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

export const ShortFundOnDemand = onDemand(async () => (await import('./short-fund-dialog.tsx')).ShortFundDialog, {
  skeleton: <Skeleton className="block h-8 w-32" />,
})
