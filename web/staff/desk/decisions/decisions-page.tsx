/** The Decisions page: what waits for the reader first, then what they proposed, then the rest. */
import { DECISION_GROUPS, type DecisionGroup } from '../../../../contract/record/decision-fields.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { decisions as words } from '#words/office/decisions.ts'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { listOf, useEndpointList } from '../queries.ts'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { DecisionRow } from './decision-row.tsx'

export function DecisionsPage() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-soft">{words.lead}</p>
      {DECISION_GROUPS.map((group) => (
        <Group key={group} group={group} />
      ))}
    </div>
  )
}

function Group({ group }: { group: DecisionGroup }) {
  const list = useEndpointList(
    listOf('GET /api/admin/decisions', (page) => ({ query: { group, ...page } })),
    { onProblem: useFailureToast(words.notLoaded) },
  )
  return (
    <LoadedPart loaded={list} failed={words.notLoaded} skeleton={group === 'waiting' ? <ListSkeleton /> : null}>
      {({ first, items, hasMore }) => {
        if (items.length === 0)
          return group === 'waiting' ? <EmptyState icon="check" title={words.none} text={words.noneMore} /> : null
        return (
          <Card title={words.counted(words.groups[group], first.total)}>
            <p className="mt-1 text-soft">{words.hints[group]}</p>
            <ul className="rows">
              {items.map((decision) => (
                <li key={decision.id} className="py-4">
                  <DecisionRow decision={decision} />
                </li>
              ))}
            </ul>
            {hasMore && (
              <SmallButton busy={list.isLoadingMore} onClick={list.loadMore}>
                {words.showMore(words.groups[group])}
              </SmallButton>
            )}
          </Card>
        )
      }}
    </LoadedPart>
  )
}
