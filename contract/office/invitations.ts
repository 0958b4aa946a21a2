/** Invitations to the staff: one administrator proposes it, a second one confirms it, and a link that works once is mailed. */
import { z } from 'zod'
import { ROLE_CHANGE_CHARACTERS_MAX } from '../platform/admin-fields.ts'
import { byId, givenRoles, staffWith } from '../platform/administration.ts'
import { proposal } from '../people/decisions.ts'
import { anyone, endpoint } from '../platform/endpoint.ts'
import { ok, created, personText, timestamp, nameText } from '../platform/fields.ts'
import { PROFILE_CHARACTERS_MAX } from '../record/profile-fields.ts'
import { STAFF_ROLES } from '../platform/staff-roles.ts'

/** One invitation as administrators and auditors see it. */
export const invitation = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  /**
   * `proposed`: it waits for a second administrator. `sent`: the link was mailed and not used. `unsent`: its mail could not be delivered, or the
   * address wants none. `expired`: the link cannot be used any more.
   */
  state: z.enum(['proposed', 'sent', 'unsent', 'expired']),
  /** While it waits. */
  proposal: proposal.nullable(),
  /** Until when it can be confirmed, or the link works. */
  expires_at: timestamp,
})

export type InvitationJson = z.input<typeof invitation>

const about = z.strictObject({ id: z.uuid() })

export const invitationEndpoints = {
  'GET /api/admin/invitations': endpoint({
    ...staffWith('see_audit'),
    summary: 'Invitations that wait for a second administrator or for the person, newest first.',
    reply: ok({ items: z.array(invitation) }),
  }),
  'POST /api/admin/invitations': endpoint({
    ...staffWith('administer'),
    summary: 'Proposes to invite an address that has no account. A second administrator must confirm it.',
    body: z.strictObject({
      email: personText(254),
      roles: givenRoles.min(1, 'Choose at least one role.'),
      reason: personText(ROLE_CHANGE_CHARACTERS_MAX).trim().min(1, 'Please fill this in.'),
    }),
    reply: { status: 201, schema: about },
    errors: ['already_proposed'],
  }),
  'POST /api/admin/invitations/:id/withdrawal': endpoint({
    ...staffWith('administer'),
    summary:
      'Withdraws an invitation that was mailed: its link stops working. One that still waits is withdrawn as a decision.',
    params: byId,
    reply: { status: 200, schema: about },
    errors: ['not_found'],
  }),
  'POST /api/invitations/acceptance': endpoint({
    ...anyone('auth_codes'),
    summary:
      'Accepts an invitation by the token of its link. The account gets its roles, and the person signs in with the password.',
    body: z.strictObject({
      token: z.string().min(1, 'This field is required.').max(100),
      full_name: nameText(PROFILE_CHARACTERS_MAX.full_name).min(1, 'Enter your name.'),
      password: z.string().max(1000),
    }),
    reply: created({ email: z.string() }),
    errors: ['not_found'],
    secret: true,
  }),
} as const
