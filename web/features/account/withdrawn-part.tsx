/** Names what closing the account ends: the requests that are still open, and the papers that are deleted. */
import type { ReactNode } from 'react'
import { call } from '../../api/client.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { formatDay } from '../../lib/format-date.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { typeName } from '../../words/type-name.ts'
import { closing as words } from '#words/people/account.ts'

/** How many papers are named; the rest are counted. */
const NAMED_MAX = 5

export function WithdrawnPart({ session: { bearer } }: { session: SignedIn }) {
  const loaded = useLoaded(async (signal) => {
    const [requests, documents] = await Promise.all([
      call('GET /api/applications', { query: {}, bearer, signal }),
      call('GET /api/documents', { bearer, signal }),
    ])
    return { requests: requests.items, papers: documents.items }
  })
  return (
    <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<Skeleton className="mt-5 block h-12 w-full" />}>
      {({ requests, papers }) => {
        const open = requests.filter(({ status }) => status === 'pending' || status === 'under_review')
        const named = papers.slice(0, NAMED_MAX)
        return (
          <>
            <NamedLines title={words.withdrawn(open.length)}>
              {open.map(({ id, application_type, created_at }) => (
                <li key={id}>{words.request(typeName(application_type), formatDay(created_at))}</li>
              ))}
            </NamedLines>
            {requests.some(({ status }) => status === 'approved') && <p className="mt-5">{words.cancelled}</p>}
            <NamedLines title={words.papers(papers.length)}>
              {named.map(({ path, filename }) => (
                <li key={path} className="wrap-anywhere">
                  {filename}
                </li>
              ))}
              {papers.length > named.length && <li>{words.morePapers(papers.length - named.length)}</li>}
            </NamedLines>
          </>
        )
      }}
    </LoadedPart>
  )
}

function NamedLines({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-5 font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5 empty:hidden">{children}</ul>
    </>
  )
}
