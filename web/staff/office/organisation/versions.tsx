/** Publications, newest first, and withdrawn proposals. Each can become the draft again. */
import type { ReactNode } from 'react'
import type { Bearer } from '../../../api/authorization.ts'
import { call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { ListSkeleton } from '../../desk/parts/list-skeleton.tsx'
import { ActButton } from '../../desk/parts/act-button.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { Changes } from './changes.tsx'
import type { OrganisationView } from './steps.ts'

type Publisher = NonNullable<OrganisationView['version']>['published_by']

/** Nobody publishes the end of a consent. */
export const nameOfPublisher = (by: Publisher) => (by === null ? words.noPublisher : nameOfPerson(by))

export function Versions({ view, onChanged }: { view: OrganisationView; onChanged: (view: OrganisationView) => void }) {
  const loaded = useEndpoint('GET /api/admin/organisation/versions', {})
  const begin = (from: { version: number } | { proposal: string }, bearer: Bearer) => {
    const body = { revision: view.draft.revision, ...from }
    return call('POST /api/admin/organisation/draft/discard', { body, bearer }).then(onChanged)
  }
  return (
    <LoadedPart loaded={loaded} failed={words.failed} skeleton={<ListSkeleton />}>
      {({ items, withdrawn = [] }) => (
        <>
          {withdrawn.length > 0 && (
            <Card title={words.withdrawn}>
              <ul className="rows mt-3">
                {withdrawn.map(({ proposal, proposed_by: by, proposed_at: at, ...proposed }) => (
                  <Past key={proposal} title={words.version(formatDayAndTime(at), nameOfPerson(by))} {...proposed}>
                    <ActButton
                      text={words.beginFrom}
                      className="my-3"
                      act={(bearer) => begin({ proposal }, bearer)}
                      says={words.takingBack}
                    />
                  </Past>
                ))}
              </ul>
            </Card>
          )}
          {items.length > 0 && (
            <Card title={words.history}>
              <ul className="rows mt-3">
                {items.map(({ version, published_by: by, published_at: at, ...published }) => (
                  <Past key={version} title={words.version(formatDayAndTime(at), nameOfPublisher(by))} {...published}>
                    {version !== view.version?.version && (
                      <ActButton
                        text={words.takeBack}
                        className="my-3"
                        act={(bearer) => begin({ version }, bearer)}
                        says={words.takingBack}
                      />
                    )}
                  </Past>
                ))}
              </ul>
            </Card>
          )}
        </>
      )}
    </LoadedPart>
  )
}

interface PastProps {
  readonly title: string
  readonly reason: string
  readonly changes: OrganisationView['changes']
  readonly children: ReactNode
}

function Past({ title, reason, changes, children }: PastProps) {
  return (
    <li>
      <details name="version">
        <summary className="cursor-pointer py-3 font-semibold wrap-anywhere">{title}</summary>
        <blockquote className="request-text">{reason}</blockquote>
        <Changes changes={changes} />
        {children}
      </details>
    </li>
  )
}
