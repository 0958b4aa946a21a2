/** The Team page: who works here, what they may do, what they have open, and which act has no possible second person. */
import { Link } from '../../../lib/router.tsx'
import type { TeamMemberJson } from '../../../../contract/office/team.ts'
import { hasDuty, type TeamGap } from '../../../../contract/platform/staff-roles.ts'
import { call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Table } from '../../../ui/table.tsx'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { team as words } from '#words/office/team.ts'
import { roleChanges } from '#words/money/admin-reports.ts'
import { useAdministration } from '../../desk/administration.ts'
import { May } from '../../desk/may.tsx'
import { Email } from '../../desk/parts/email.tsx'
import { EndpointPart } from '../../desk/parts/endpoint-part.tsx'
import { FormDialog } from '../../desk/parts/form-dialog.tsx'
import { Opener, type DialogEnd } from '../../desk/parts/opener.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { nameRoles } from '../../desk/parts/role-names.ts'
import { placeAddress } from '../../desk/places.ts'
import { Invitations } from './invitations.tsx'
import { RoleDialog } from './role-dialog.tsx'

const COLUMNS = Object.values(words.columns).map((name) => ({ name }))

export function TeamPage() {
  const { may } = useAdministration()
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-soft">{words.lead}</p>
      <EndpointPart from="GET /api/admin/team" input={{}} failed={words.notLoaded}>
        {({ items, gaps }, reload) => (
          <>
            <Gaps gaps={gaps} />
            <Table cards caption={words.table} columns={may('administer') ? COLUMNS : COLUMNS.slice(0, -1)}>
              {items.map((member) => (
                <MemberRow key={member.user_id} member={member} colleagues={items} onDone={reload} />
              ))}
            </Table>
          </>
        )}
      </EndpointPart>
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

interface MemberProps {
  member: TeamMemberJson
  colleagues: readonly TeamMemberJson[]
  onDone: () => void
}

function MemberRow(props: MemberProps) {
  const { member } = props
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
          <div className="admin-actions flex flex-wrap gap-2">
            <Opener text={words.changeRoles} aria-label={words.changeRolesOf(name)}>
              {(close) => <ChangeRolesDialog person={member} onDone={props.onDone} onClose={close} />}
            </Opener>
            {open !== '' && <HandOverButton {...props} />}
          </div>
        </td>
      )}
    </tr>
  )
}

const firstBeside = (button: HTMLButtonElement) => button.parentElement?.querySelector('button')

/** Gone once nothing is left to hand over: the focus then moves to the button beside it. */
function HandOverButton(props: MemberProps) {
  const button = useFocusOnRemoval(firstBeside)
  return (
    <Opener ref={button} text={words.handOver} look="quiet" aria-label={words.handOverOf(nameOfPerson(props.member))}>
      {(close) => <HandOverWorkDialog {...props} onClose={close} />}
    </Opener>
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

/** Changing the roles of an account: the button to propose it. Its proposals are under Decisions. */
function RoleChanges() {
  return (
    <Card title={roleChanges.title}>
      <p className="mt-2 text-soft">{roleChanges.hint}</p>
      <p className="mt-2">
        <Link to={placeAddress('decisions')} className="link-target">
          {roleChanges.decisions}
        </Link>
      </p>
      <May duty="administer">
        <Opener text={roleChanges.add} className="mt-4">
          {(close) => <ChangeRolesDialog onClose={close} onDone={close} />}
        </Opener>
      </May>
    </Card>
  )
}

interface ChangeRolesDialogProps extends DialogEnd {
  /** Whose; without it the address is asked for. */
  person?: TeamMemberJson
}

/** Proposes other roles for an account. */
function ChangeRolesDialog(props: ChangeRolesDialogProps) {
  const { person } = props
  const title = person === undefined ? roleChanges.add : words.changeRolesOf(nameOfPerson(person))
  const texts = { title, lead: roleChanges.hint, emailHint: roleChanges.emailHint, roles: roleChanges.roles }
  return (
    <RoleDialog
      {...props}
      texts={texts}
      {...(person !== undefined && { rolesHint: roleChanges.rolesHint })}
      send={(body, bearer) => call('POST /api/admin/role-changes', { body, bearer })}
    />
  )
}

interface HandOverWorkDialogProps extends DialogEnd {
  member: TeamMemberJson
  colleagues: readonly TeamMemberJson[]
}

/** Hands all open work of a member of staff to a colleague, or back to the queue. */
function HandOverWorkDialog({ member, colleagues, ...end }: HandOverWorkDialogProps) {
  const { user_id: id } = member
  return (
    <FormDialog
      title={words.handOverTitle(nameOfPerson(member))}
      lead={words.handOverLead}
      names={['to']}
      words={{ button: words.handOver, done: words.handedOver, failed: words.notHandedOver }}
      send={(typed, bearer) =>
        call('POST /api/admin/team/:id/hand-over', { params: { id }, body: { to: typed('to') || null }, bearer })
      }
      {...end}
    >
      <SelectField
        label={words.to}
        name="to"
        none={words.toQueue}
        options={colleagues
          .filter((colleague) => colleague.user_id !== id && mayTake(member, colleague))
          .map((colleague) => [colleague.user_id, nameOfPerson(colleague)])}
      />
    </FormDialog>
  )
}

/** Whether the colleague's roles allow everything that is open. */
function mayTake(from: TeamMemberJson, { roles }: TeamMemberJson): boolean {
  return (
    (from.open_requests + from.open_messages === 0 || hasDuty(roles, 'decide_requests')) &&
    (from.open_differences === 0 || hasDuty(roles, 'handle_money'))
  )
}
