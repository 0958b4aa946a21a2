/** The dialog of a short fund loads when a fund is short: hardly ever. */
import type { ComponentProps } from 'react'
import { loadPart } from '../../../lib/load-part.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ShortFundDialog } from './short-fund-dialog.tsx'

export function ShortFundOnDemand(props: ComponentProps<typeof ShortFundDialog>) {
  const loaded = useLoaded(() => loadPart(() => import('./short-fund-dialog.tsx')))
  return (
    <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-8 w-32" />}>
      {({ ShortFundDialog: Shown }) => <Shown {...props} />}
    </LoadedPart>
  )
}
