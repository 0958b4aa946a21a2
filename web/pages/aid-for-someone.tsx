/** /aid/for-someone: someone asks for a person who agreed, and sees where those requests are. */
import { useEffect, useState } from 'react'
import { call, type CallReply } from '../api/client.ts'
import type { SignedIn } from '../api/session/session.ts'
import { ForSomeoneForm } from '../features/apply/for-someone-form.tsx'
import { readSent } from '../features/apply/last-sent.ts'
import { LanguageBar } from '../features/site/language-bar.tsx'
import { QuickExit } from '../features/apply/quick-exit.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { formatDay } from '../lib/format-date.ts'
import type { Numbered } from '../lib/number-picture.ts'
import { Link } from '../lib/router.tsx'
import { useLoaded } from '../lib/use-loaded.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { FocusedTitle } from '../ui/focused-title.tsx'
import { LoadedPart } from '../ui/loaded-part.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { SaveNumber } from '../ui/save-number.tsx'
import { RequireSession } from '../ui/session/require-session.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { applications } from '#words/aid/applications.ts'
import { forSomeone as words } from '#words/aid/for-someone.ts'

export const meta = () => [{ title: words.title }, { name: 'robots', content: 'noindex' }]

export default function AidForSomeonePage() {
  return (
    <>
      <QuickExit />
      <LanguageBar />
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap max-w-2xl page-head-overlap stack gap-6">
        <NoScript />
        <div className="needs-script stack gap-6">
          <RequireSession skeleton={<Skeleton className="block h-[72rem]" />}>
            {(session) => (session.role === 'admin' ? <ForStaff /> : <Asking session={session} />)}
          </RequireSession>
        </div>
      </div>
    </>
  )
}

/** The server refuses staff, so they hear it before they type. */
function ForStaff() {
  return (
    <Banner tone="note" title={words.staffTitle}>
      <p>{words.staff}</p>
      <Link to="/admin/applications/new" className={buttonClass('outline', 'button-small mt-3')}>
        {words.staffLink}
      </Link>
    </Banner>
  )
}

function Asking({ session: { user, bearer } }: { session: SignedIn }) {
  const [sent, setSent] = useState<Numbered | null>(null)
  const loaded = useLoaded((signal) => call('GET /api/applications/for-others', { bearer, signal }))
  if (sent !== null)
    return (
      <Sent
        sent={sent}
        onAnother={() => {
          setSent(null)
          loaded.reload()
        }}
      />
    )
  return (
    <>
      <div className="card card-raised">
        <ul className="grid list-disc gap-1 pl-5 text-soft">
          {words.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <div className="mt-6">
          <ForSomeoneForm owner={{ email: user.email ?? '', userId: user.id }} onSent={() => setSent(readSent())} />
        </div>
      </div>
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<Skeleton className="block h-24" />}>
        {({ items }) => (items.length > 0 ? <Earlier items={items} /> : null)}
      </LoadedPart>
    </>
  )
}

function Sent({ sent, onAnother }: { sent: Numbered; onAnother: () => void }) {
  // The form that it replaces is several screens long.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <section className="card border-t-6 border-t-leaf">
      <FocusedTitle>{words.sentTitle}</FocusedTitle>
      <p className="mt-3 text-sm text-soft">{words.number}</p>
      <p className="font-mono text-4xl font-bold wrap-anywhere">{sent.case_number}</p>
      <p className="mt-1">{words.keep}</p>
      <SaveNumber request={sent} />
      {sent.due_at !== null && <p className="mt-3 font-semibold">{words.decideBy(formatDay(sent.due_at))}</p>}
      <p className="mt-3">
        {words.takeOver}{' '}
        <Link to={`/claim?case=${sent.case_number}`} className="underline">
          {words.claim}
        </Link>
      </p>
      <Button look="outline" className="mt-5" onClick={onAnother}>
        {words.another}
      </Button>
    </section>
  )
}

function Earlier({ items }: CallReply<'GET /api/applications/for-others'>) {
  return (
    <section className="card">
      <h2 className="text-xl font-semibold">{words.listTitle}</h2>
      <ul className="mt-3 grid gap-4">
        {items.map(({ case_number: number, created_at: createdAt, standing }) => (
          <li key={number}>
            <p className="font-semibold wrap-anywhere">{standing?.full_name ?? number}</p>
            <p>
              {standing === null
                ? words.takenOver
                : standing.waiting_for_them
                  ? words.waiting
                  : applications.statuses[standing.status]}
              {standing !== null && standing.due_at !== null && ` · ${words.decideBy(formatDay(standing.due_at))}`}
            </p>
            <p className="text-sm text-soft wrap-anywhere">{words.asked(number, formatDay(createdAt))}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
