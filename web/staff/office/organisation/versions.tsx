/** The publications, newest first. Each can become the draft again. */
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
  if (!view.version) return null
  const takeBack = (version: number, bearer: Bearer) => {
    const body = { revision: view.draft.revision, version }
    return call('POST /api/admin/organisation/draft/discard', { body, bearer }).then(onChanged)
  }
  return (
    <Card title={words.history}>
      <LoadedPart loaded={loaded} failed={words.failed} skeleton={<ListSkeleton />}>
        {({ items }) => (
          <ul className="rows mt-3">
            {items.map(({ version, published_by: by, published_at: at, reason, changes }) => (
              <li key={version}>
                <details name="version">
                  <summary className="cursor-pointer py-3 font-semibold wrap-anywhere">
                    {words.version(formatDayAndTime(at), nameOfPublisher(by))}
                  </summary>
                  <blockquote className="request-text">{reason}</blockquote>
                  <Changes changes={changes} />
                  {version !== view.version?.version && (
                    <ActButton
                      text={words.takeBack}
                      className="my-3"
                      act={(bearer) => takeBack(version, bearer)}
                      says={words.takingBack}
                    />
                  )}
                </details>
              </li>
            ))}
          </ul>
        )}
      </LoadedPart>
    </Card>
  )
}
