/** The Decisions page: what waits for the reader first, then what they proposed, then the rest. */
import type { ReactNode } from 'react'
import { DECISION_GROUPS, type DecisionGroup } from '../../../../contract/record/decision-fields.ts'
import type { DecisionJson } from '../../../../contract/people/decisions.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { useLoadedList } from '../../../lib/use-loaded-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { decisions as words } from '#words/office/decisions.ts'
import { useAdministration } from '../administration.ts'
import { ListSkeleton } from '../lists/list-skeleton.tsx'
import { countDecisionsAgain } from '../parts/counters.ts'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { DecisionRow } from './decision-row.tsx'

type Page = CallReply<'GET /api/admin/decisions'>

function useGroup(group: DecisionGroup) {
  const { bearer } = useAdministration()
  return useLoadedList<DecisionJson, Page>(
    (page, signal) => call('GET /api/admin/decisions', { query: { group, ...page }, bearer, signal }),
    { onProblem: useFailureToast(words.notLoaded) },
  )
}

export function DecisionsPage() {
  const groups = { waiting: useGroup('waiting'), mine: useGroup('mine'), others: useGroup('others') }
  const reload = () => {
    for (const group of DECISION_GROUPS) groups[group].reload()
    countDecisionsAgain()
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-soft">{words.lead}</p>
      {DECISION_GROUPS.map((group) => (
        <Group key={group} group={group} list={groups[group]} onChanged={reload} />
      ))}
    </div>
  )
}

interface GroupProps {
  group: DecisionGroup
  list: ReturnType<typeof useGroup>
  onChanged: () => void
}

function Group({ group, list, onChanged }: GroupProps): ReactNode {
  return (
    <LoadedPart loaded={list} failed={words.notLoaded} skeleton={group === 'waiting' ? <ListSkeleton /> : null}>
      {({ first, items, cursor }) => {
        if (items.length === 0)
          return group === 'waiting' ? <EmptyState icon="check" title={words.none} text={words.noneMore} /> : null
        return (
          <Card title={words.counted(words.groups[group], first.total)}>
            <p className="mt-1 text-soft">{words.hints[group]}</p>
            <ul className="rows">
              {items.map((decision) => (
                <li key={decision.id} className="py-4">
                  <DecisionRow decision={decision} onChanged={onChanged} />
                </li>
              ))}
            </ul>
            {cursor !== null && (
              <Button look="outline" className="button-small" busy={list.more.isLoading} onClick={list.loadMore}>
                {words.showMore(words.groups[group])}
              </Button>
            )}
          </Card>
        )
      }}
    </LoadedPart>
  )
}
