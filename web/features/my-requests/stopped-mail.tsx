/** Tells an account that mail does not reach it, because a reader of its address said that it is not theirs. */
import { Link } from '../../lib/router.tsx'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Banner } from '../../ui/banner.tsx'
import { applications as words } from '#words/aid/applications.ts'

export function StoppedMail({ bearer }: { bearer: Bearer }) {
  const { view } = useLoaded((signal) => call('GET /api/request-mail', { bearer, signal }))
  if (view.is !== 'there' || view.value.state !== 'stopped') return null
  return (
    <Banner tone="bad" title={words.mailStoppedTitle}>
      <p>{words.mailStopped}</p>
      <p className="mt-2">
        <Link to="/account" className="underline">
          {words.mailStoppedLink}
        </Link>
      </p>
    </Banner>
  )
}
