/** The button to merge two profiles loads with the first person who is said to be the same: a review rarely has one. */
import type { ComponentProps } from 'react'
import { loadPart } from '../../../lib/load-part.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { MergeButton } from './merge-button.tsx'

export function MergeButtonOnDemand(props: ComponentProps<typeof MergeButton>) {
  const loaded = useLoaded(() => loadPart(() => import('./merge-button.tsx')))
  return (
    <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-8 w-32" />}>
      {({ MergeButton: Button }) => <Button {...props} />}
    </LoadedPart>
  )
}
