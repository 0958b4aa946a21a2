/** Invitations that wait for a second administrator or for the person, and the button to invite someone. */
import type { InvitationJson } from '../../../../contract/office/invitations.ts'
import { call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { invitations as words } from '#words/office/invitations.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { May } from '../../desk/may.tsx'
import { ActButton } from '../../desk/parts/act-button.tsx'
import { Decision } from '../../desk/parts/decision.tsx'
import { Opener } from '../../desk/parts/opener.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { RoleDialog } from './role-dialog.tsx'
import { nameRoles } from '../../desk/parts/role-names.ts'

export function Invitations() {
  const loaded = useEndpoint('GET /api/admin/invitations', {}, { onProblem: useFailureToast(words.notLoaded) })
  const texts = { title: words.invite, lead: words.hint, emailHint: words.emailHint, roles: words.roles }
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{words.hint}</p>
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<Skeleton className="mt-4 block h-12 w-full" />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="mt-2">{words.none}</p>
          ) : (
            <ul className="rows">
              {items.map((invitation) => (
                <li key={invitation.id} className="py-4">
                  <Invitation invitation={invitation} onChanged={loaded.reload} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadedPart>
      <May duty="administer">
        <Opener text={words.invite} className="mt-4">
          {(close) => (
            <RoleDialog
              texts={texts}
              send={(body, bearer) => call('POST /api/admin/invitations', { body, bearer })}
              onClose={close}
              onDone={loaded.reload}
            />
          )}
        </Opener>
      </May>
    </Card>
  )
}

function Invitation({ invitation, onChanged }: { invitation: InvitationJson; onChanged: () => void }) {
  const { id, email, roles, proposal, state, expires_at: expiresAt } = invitation
  if (proposal)
    return (
      <Decision decision={proposal} name={email} showsName onChanged={onChanged}>
        <p>{nameRoles(roles)}</p>
      </Decision>
    )
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <strong className="wrap-anywhere">{email}</strong> {state === 'sent' && <Badge tone="info">{words.sent}</Badge>}
        {state === 'expired' && <Badge tone="bad">{words.expired}</Badge>}
        {state === 'unsent' && <Badge tone="bad">{words.unsent}</Badge>}
      </p>
      <p>{nameRoles(roles)}</p>
      <p className="mt-1 text-soft">
        {state === 'unsent'
          ? words.notDelivered
          : (state === 'expired' ? words.workedUntil : words.worksUntil)(formatDayAndTime(expiresAt))}
      </p>
      <May duty="administer">
        <WithdrawButton id={id} email={email} onChanged={onChanged} />
      </May>
    </>
  )
}

interface WithdrawButtonProps {
  id: string
  email: string
  onChanged: () => void
}

function WithdrawButton({ id, email, onChanged }: WithdrawButtonProps) {
  const button = useFocusOnRemoval<HTMLButtonElement>()
  return (
    <ActButton
      ref={button}
      text={words.withdraw}
      className="mt-3"
      aria-label={words.withdrawOn(email)}
      act={(bearer) => call('POST /api/admin/invitations/:id/withdrawal', { params: { id }, bearer })}
      says={{ done: words.withdrawn, failed: words.notWithdrawn }}
      onEnd={onChanged}
    />
  )
}
