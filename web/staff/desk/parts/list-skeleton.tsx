/** Reserves the space of a list of the dashboard. */
import { Skeleton } from '../../../ui/skeleton.tsx'

export function ListSkeleton() {
  return (
    <>
      <div className="apart gap-x-5 gap-y-2">
        <Skeleton className="h-6 w-36" />
        <Skeleton className="h-12 w-48" />
      </div>
      <Skeleton className="mt-4 block h-120 w-full" />
    </>
  )
}
