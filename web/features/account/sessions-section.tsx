/** Sessions: where this user is signed in, and the ways to sign out. */
import { useState } from 'react'
import { useNavigate } from '../../lib/router.tsx'
import { ApiProblem, call, type CallReply } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { account as words } from '#words/people/account.ts'
import { sessionToasts } from '#words/people/session-toasts.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import { signOutWithToast } from '../../lib/sign-out.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { loadAuthClient } from '../../api/session/auth-client.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { deviceName } from './device-name.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { PartSkeleton, SectionLayout } from './section-layout.tsx'
import { SignInsCard } from './sign-ins-card.tsx'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { useLoaded } from '../../lib/use-loaded.ts'

type AccountSession = CallReply<'GET /api/account/sessions'>['items'][number]

export function SessionsSection({ session }: { session: SignedIn }) {
  const { bearer } = session
  const loaded = useLoaded(() => call('GET /api/account/sessions', { bearer }))
  const { place, focusBack } = useFocusBack()
  const afterEnding = () => focusBack(loaded.reload)
  return (
    <SectionLayout section="sessions">
      <LoadedPart loaded={loaded} skeleton={<PartSkeleton section="sessions" />}>
        {({ items }) => (
          <div ref={place} tabIndex={-1} className="stack max-w-176 gap-6 outline-none">
            <Card title={words.sessionsTitle} level={3}>
              <ul className="rows mt-3">
                {items.map((item) => (
                  <SessionRow key={item.id} item={item} session={session} onEnded={afterEnding} />
                ))}
              </ul>
            </Card>
            <SignOutCard hasOthers={items.length > 1} onOthersEnded={afterEnding} />
            <SignInsCard session={session} />
          </div>
        )}
      </LoadedPart>
    </SectionLayout>
  )
}

interface SessionRowProps {
  item: AccountSession
  session: SignedIn
  onEnded: () => void
}

function SessionRow({ item, session, onEnded }: SessionRowProps) {
  const { id, user_agent, created_at, last_seen_at, address, current } = item
  const device = deviceName(user_agent)
  const [busy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    try {
      await call('DELETE /api/account/sessions/:id', { params: { id }, bearer: session.bearer })
      showToast({ kind: 'plain', title: toasts.sessionEnded })
      onEnded()
    } catch (problem) {
      setBusy(false)
      // It has already ended: the list shows that.
      if (problem instanceof ApiProblem && problem.code === 'not_found') return onEnded()
      failWithToast(toasts.sessionNotEnded, problem)
    }
  }
  return (
    <li className="row">
      <div className="row-text">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold">
          {device} {current && <Badge tone="good">{words.thisDevice}</Badge>}
        </p>
        <p className="text-sm text-soft">
          {words.lastSeenOn(formatDayAndTime(last_seen_at))}
          <br />
          {words.signedInOn(formatDayAndTime(created_at))}
          {address !== '' && (
            <>
              <br />
              {words.network(address)}
            </>
          )}
        </p>
      </div>
      {!current && (
        <SmallButton
          busy={busy}
          aria-label={words.endNamed(device, formatDayAndTime(created_at))}
          onClick={() => void end()}
        >
          {busy ? words.ending : words.end}
        </SmallButton>
      )}
    </li>
  )
}

type Scope = 'local' | 'others' | 'global'

function SignOutCard({ hasOthers, onOthersEnded }: { hasOthers: boolean; onOthersEnded: () => void }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState<Scope>()
  const press = async (scope: Scope) => {
    setBusy(scope)
    try {
      if (scope === 'others') await signOutOthers(onOthersEnded)
      else if (await signOutWithToast(scope)) await navigate('/login')
    } finally {
      setBusy(undefined)
    }
  }
  const ways = [
    { scope: 'local', text: words.signOutHere, more: words.signOutHereMore },
    { scope: 'others', text: words.signOutElsewhere, more: words.signOutElsewhereMore },
    { scope: 'global', text: words.signOutEverywhere, more: words.signOutEverywhereMore },
  ] as const
  return (
    <Card title={words.signOutTitle} level={3}>
      <ul className="rows mt-3">
        {ways.map(({ scope, text, more }) => (
          <li key={scope} className="row row-wide">
            <p id={`sign-out-${scope}`} className="row-text text-soft">
              {more}
            </p>
            <SmallButton
              busy={busy === scope}
              disabled={scope === 'others' && !hasOthers}
              aria-describedby={`sign-out-${scope}`}
              onClick={() => void press(scope)}
            >
              {busy === scope ? words.signingOut : text}
            </SmallButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}

async function signOutOthers(onEnded: () => void): Promise<void> {
  try {
    const client = await loadAuthClient()
    const { error } = await client.signOut({ scope: 'others' })
    if (error) throw error
    showToast({ kind: 'plain', title: toasts.signedOutElsewhere })
    onEnded()
  } catch (problem) {
    failWithToast(sessionToasts.signOutFailed, problem)
  }
}
