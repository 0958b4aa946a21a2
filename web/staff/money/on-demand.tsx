/** A part of the books whose code is loaded when the part is opened. */
import type { ComponentType } from 'react'
import { loadPart } from '../../lib/load-part.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { ListSkeleton } from '../desk/lists/list-skeleton.tsx'

export function onDemand(load: () => Promise<ComponentType>) {
  return function OnDemand() {
    const loaded = useLoaded(async () => ({ Part: await loadPart(load) }))
    return (
      <LoadedPart loaded={loaded} failed={toasts.booksFailed} skeleton={<ListSkeleton />}>
        {({ Part }) => <Part />}
      </LoadedPart>
    )
  }
}
