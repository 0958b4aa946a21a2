/** A part of a page whose code is loaded when the part is opened. */
import type { ComponentType } from 'react'
import { loadPart } from '../../lib/load-part.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { ListSkeleton } from './lists/list-skeleton.tsx'

/** @param failed shown where the code does not come */
export function onDemand(failed: string, load: () => Promise<ComponentType>) {
  return function OnDemand() {
    const loaded = useLoaded(async () => ({ Part: await loadPart(load) }))
    return (
      <LoadedPart loaded={loaded} failed={failed} skeleton={<ListSkeleton />}>
        {({ Part }) => <Part />}
      </LoadedPart>
    )
  }
}
