/** Telephone sign-in, which most visitors do not open: its code loads when they do. */
import { loadPart } from '../../lib/load-part.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function PhoneSignInOnDemand({ onBack }: { onBack: () => void }) {
  const loaded = useLoaded(() => loadPart(() => import('./phone-sign-in.tsx')))
  return (
    <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-64" />}>
      {({ PhoneSignIn }) => <PhoneSignIn onBack={onBack} />}
    </LoadedPart>
  )
}
