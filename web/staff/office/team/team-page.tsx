/** The Team page: who works here, what they may do, what they have open, and which act has no possible second person. */
import { useState } from 'react'
import type { TeamMemberJson } from '../../../../contract/office/team.ts'
import type { TeamGap } from '../../../../contract/platform/staff-roles.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Table } from '../../../ui/table.tsx'
import { team as words } from '#words/office/team.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { ListSkeleton } from '../../desk/lists/list-skeleton.tsx'
import { Email } from '../../desk/parts/email.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { HandOverWorkDialog } from './hand-over-work-dialog.tsx'
import { RoleChanges } from './role-changes.tsx'
import { ChangeRolesDialog } from './change-roles-dialog.tsx'
import { Invitations } from './invitations.tsx'
import { nameRoles } from '../../desk/parts/role-names.ts'

interface Acting {
  readonly what: 'roles' | 'hand_over'
  readonly member: TeamMemberJson
}

const COLUMNS = Object.values(words.columns).map((name) => ({ name }))

export function TeamPage() {
  const { may } = useAdministration()
  const loaded = useEndpoint(
    'GET /api/admin/team',
    {},
    {
      onProblem: useFailureToast(words.notLoaded),
    },
  )
  const [acting, act] = useState<Acting>()
  const close = () => act(undefined)
  const done = () => {
    close()
    loaded.reload()
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-soft">{words.lead}</p>
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<ListSkeleton />}>
        {({ items, gaps }) => (
          <>
            <Gaps gaps={gaps} />
            <Table cards caption={words.table} columns={may('administer') ? COLUMNS : COLUMNS.slice(0, -1)}>
              {items.map((member) => (
                <MemberRow key={member.user_id} member={member} onAct={(what) => act({ what, member })} />
              ))}
            </Table>
            {acting?.what === 'hand_over' && (
              <HandOverWorkDialog member={acting.member} colleagues={items} onDone={done} onClose={close} />
            )}
          </>
        )}
      </LoadedPart>
      {acting?.what === 'roles' && <ChangeRolesDialog person={acting.member} onProposed={done} onClose={close} />}
      <RoleChanges />
      <Invitations />
    </div>
  )
}

function Gaps({ gaps }: { gaps: readonly TeamGap[] }) {
  return gaps.map((gap) => (
    <Banner key={gap} tone="note" title={words.gaps[gap].title}>
      <p>{words.gaps[gap].text}</p>
    </Banner>
  ))
}

function MemberRow({ member, onAct }: { member: TeamMemberJson; onAct: (what: Acting['what']) => void }) {
  const { user, may } = useAdministration()
  const { user_id: id, email, roles, has_second_step: isSafe } = member
  const seen = member.last_seen_at ?? member.last_sign_in_at
  const name = nameOfPerson(member)
  const open = openWork(member)
  return (
    <tr>
      <th scope="row" className="team-person">
        <span className="wrap-anywhere">{name === email ? <Email address={email} /> : name}</span>{' '}
        {id === user.id && <Badge tone="info">{words.you}</Badge>}
        {email !== name && (
          <span className="second wrap-anywhere">
            <Email address={email} />
          </span>
        )}
      </th>
      <td data-column={words.columns.roles}>{nameRoles(roles)}</td>
      <td data-column={words.columns.secondStep}>
        <Badge tone={isSafe ? 'good' : 'waiting'}>{isSafe ? words.hasSecondStep : words.noSecondStep}</Badge>
      </td>
      <td data-column={words.columns.seen}>{seen === null ? words.never : formatDayAndTime(seen)}</td>
      <td data-column={words.columns.open}>{open || words.nothingOpen}</td>
      {may('administer') && (
        <td>
          <MemberActions name={name} isBusy={open !== ''} onAct={onAct} />
        </td>
      )}
    </tr>
  )
}

interface MemberActionsProps {
  name: string
  /** Something is open that can be handed over. */
  isBusy: boolean
  onAct: (what: Acting['what']) => void
}

function MemberActions({ name, isBusy, onAct }: MemberActionsProps) {
  return (
    <div className="admin-actions flex flex-wrap gap-2">
      <SmallButton aria-label={words.changeRolesOf(name)} onClick={() => onAct('roles')}>
        {words.changeRoles}
      </SmallButton>
      {isBusy && <HandOverButton name={name} onPress={() => onAct('hand_over')} />}
    </div>
  )
}

const firstBeside = (button: HTMLButtonElement) => button.parentElement?.querySelector('button')

/** Gone once nothing is left to hand over: the focus then moves to the button beside it. */
function HandOverButton({ name, onPress }: { name: string; onPress: () => void }) {
  const button = useFocusOnRemoval(firstBeside)
  return (
    <SmallButton ref={button} look="quiet" aria-label={words.handOverOf(name)} onClick={onPress}>
      {words.handOver}
    </SmallButton>
  )
}

/** `2 requests, 1 message, 1 difference`; empty without any. */
function openWork({ open_requests: requests, open_messages: messages, open_differences: differences }: TeamMemberJson) {
  const parts = [
    requests > 0 && words.requests(requests),
    messages > 0 && words.messages(messages),
    differences > 0 && words.differences(differences),
  ]
  return parts.filter((part) => part !== false).join(', ')
}
