/** /claim: a person gets the requests that staff entered for them onto their own account. The text message with the code leads here. */
import { Link, useLocation } from 'react-router'
import { site } from '../content/site.ts'
import { ClaimForm } from '../features/claiming/claim-form.tsx'
import { Banner } from '../ui/banner.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { RequireSession } from '../ui/session/require-session.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { claiming as words } from '#words/claiming.ts'

export function meta() {
  return [{ title: words.metaTitle }, { name: 'robots', content: 'noindex' }]
}

export default function ClaimPage() {
  const caseNumber = new URLSearchParams(useLocation().search).get('case') ?? ''
  const { email, phone } = site.support
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap page-head-overlap">
        <noscript>
          <Banner tone="note" title={words.title}>
            <p>{words.needsScript}</p>
            <p className="mt-2 font-semibold">
              <a href={`mailto:${email}`}>{email}</a> · {phone}
            </p>
          </Banner>
        </noscript>
        <div className="needs-script grid items-start gap-6 lg:grid-cols-[1.5fr_1fr] lg:gap-8">
          <RequireSession skeleton={<FormSkeleton />}>
            {(session) => <ClaimForm key={session.user.id} session={session} caseNumber={caseNumber.slice(0, 40)} />}
          </RequireSession>
        </div>
        <p className="mt-6">
          <Link to="/beneficiary/dashboard" className="underline">
            {words.page}
          </Link>
        </p>
      </div>
    </>
  )
}

function FormSkeleton() {
  return (
    <div className="card overflow-hidden">
      <Skeleton className="block h-6 w-40" />
      <Skeleton className="mt-6 block h-24 w-full" />
      <Skeleton className="mt-6 block h-24 w-full" />
      <Skeleton className="mt-6 block h-12 w-40" />
    </div>
  )
}
