/** /confirm-number: for a session by text whose number may have a new owner: where requests are, and the way to see more. */
import { call } from '../api/client.ts'
import { isLimited, type SignedIn } from '../api/session/session.ts'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { QuickExit } from '../features/apply/quick-exit.tsx'
import { Standing } from '../features/apply/standing.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { SecondFactForm } from '../features/sign-in/second-fact-form.tsx'
import { phoneDigits } from '../lib/phone-digits.ts'
import { Navigate } from '../lib/router.tsx'
import { signOutWithToast } from '../lib/sign-out.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { Card } from '../ui/card.tsx'
import { LoadedPart } from '../ui/loaded-part.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { RequireSession } from '../ui/session/require-session.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { site } from '../words/site.ts'
import { confirmNumber as words } from '#words/people/confirm-number.ts'

export const meta = () => [{ title: words.title }, { name: 'robots', content: 'noindex' }]

export default function ConfirmNumberPage() {
  return (
    <>
      <QuickExit />
      <LanguageBar />
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap">
        <NoScript />
        <div className="needs-script grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
          <RequireSession skeleton={<Waiting />} whenLimited>
            {(session) =>
              isLimited(session) ? <Limited session={session} /> : <Navigate to="/beneficiary/dashboard" replace />
            }
          </RequireSession>
        </div>
      </div>
    </>
  )
}

function Limited({ session: { bearer } }: { session: SignedIn }) {
  const { phone } = site.support
  const loaded = useLoaded(() => call('GET /api/account/standing', { bearer }))
  return (
    <>
      <Card title={words.title} raised>
        <LoadedPart loaded={loaded} skeleton={<Waiting />}>
          {({ items }) => (
            <div className="mt-4 grid gap-4">
              {items.length === 0 && <p>{words.none}</p>}
              {items.map(({ case_number: number, ...standing }) => (
                <div key={number} className="inset grid gap-2">
                  <p className="font-mono">{number}</p>
                  <Standing standing={standing} />
                </div>
              ))}
            </div>
          )}
        </LoadedPart>
      </Card>
      <div className="grid gap-6">
        <Card title={words.formTitle}>
          <p className="mt-2">{words.formLead}</p>
          <SecondFactForm bearer={bearer} />
        </Card>
        <Card title={words.otherTitle}>
          <p className="mt-2">{words.other}</p>
          <p className="mt-2">{words.byEmail}</p>
          <p className="mt-2">{words.notMine}</p>
          <p className="mt-2 flex flex-wrap gap-x-6">
            <a href={`tel:${phoneDigits(phone)}`} className="link-target">
              {phone}
            </a>
            <button type="button" className="link-target" onClick={() => void signOutWithToast('local')}>
              {words.signOut}
            </button>
          </p>
        </Card>
      </div>
    </>
  )
}

const Waiting = () => <Skeleton className="mt-4 block h-24 w-full" />
