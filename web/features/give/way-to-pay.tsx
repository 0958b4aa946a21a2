/**
 * How to pay, for signed-in donors: by card or from the wallet. Nothing of it is loaded for visitors; while a session may exist, its
 * space is reserved.
 */
import { lazy, Suspense, type ComponentType } from 'react'
import { Link } from '../../lib/router.tsx'
import type { Bearer } from '../../api/authorization.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isComplete } from '../../api/session/session.ts'
import { useSession } from '../../api/session/session-provider.tsx'
import { giving as words } from '#words/money/giving.ts'
import type { WayToPayProps } from './wallet-payment.ts'

/** Falls back to paying by card if it cannot be loaded. */
const WalletChoice = lazy<ComponentType<WayToPayProps & { bearer: Bearer }>>(() =>
  import('./wallet-choice.tsx').catch((fault: unknown) => {
    console.warn('Loading failed.', fault)
    return { default: () => null }
  }),
)

export function WayToPay(props: WayToPayProps) {
  const session = useSession()
  if (session.is === 'unknown')
    return (
      <>
        <div className="if-signed-in">
          <Place />
        </div>
        <div className="if-signed-out">
          <SignInLink />
        </div>
      </>
    )
  if (session.is === 'out') return <SignInLink />
  if (!isComplete(session)) return null
  return (
    <Suspense fallback={<Place />}>
      <WalletChoice key={session.user.id} {...props} bearer={session.bearer} />
    </Suspense>
  )
}

/** It leads back here, where the draft of the gift waits (api/session/origin.ts). */
function SignInLink() {
  return (
    <Link to="/login?from=/donate" state={{ from: '/donate' }} className="link-target needs-script justify-self-start">
      {words.signIn}
    </Link>
  )
}

/** As large as the choice. */
function Place() {
  return (
    <div className="min-h-45 sm:min-h-29">
      <Skeleton className="block h-6 w-44" />
    </div>
  )
}
