/** Role changes: one administrator proposes, a second one confirms. */
import { z } from 'zod'
import { ROLE_CHANGE_CHARACTERS_MAX } from '../platform/admin-fields.ts'
import { actor, byId, givenRoles, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { timestamp, personText } from '../platform/fields.ts'
import { STAFF_ROLES } from '../platform/staff-roles.ts'

const roleChange = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  /** The person's current roles, and the proposed ones. None: not a member of staff. */
  from_roles: z.array(z.enum(STAFF_ROLES)),
  roles: z.array(z.enum(STAFF_ROLES)),
  reason: z.string(),
  proposed_by: actor,
  /** Whether the caller may confirm it. The proposer may not. */
  may_confirm: z.boolean(),
  created_at: timestamp,
  /** It can be confirmed until then, and only while its proposer is an administrator. */
  expires_at: timestamp,
})

export type RoleChangeJson = z.input<typeof roleChange>

export const roleChangeEndpoints = {
  'GET /api/admin/role-changes': endpoint({
    ...staffWith('see_audit'),
    summary: 'Role changes that need a second administrator, newest first.',
    reply: { status: 200, schema: z.strictObject({ items: z.array(roleChange) }) },
    errors: [],
  }),
  'POST /api/admin/role-changes': endpoint({
    ...staffWith('administer'),
    summary: 'Proposes the roles of an account; none ends its access. A second administrator must confirm it.',
    body: z.strictObject({
      email: personText(254),
      roles: givenRoles,
      reason: personText(ROLE_CHANGE_CHARACTERS_MAX).trim().min(1, 'Please fill this in.'),
    }),
    reply: { status: 201, schema: roleChange },
    errors: ['already_proposed', 'last_administrator'],
  }),
  'POST /api/admin/role-changes/:id/confirmation': endpoint({
    ...staffWith('administer'),
    summary:
      'Confirms a role change that another administrator proposed. New staff set a new password by mail; all earlier access to the account is revoked. Staff whose roles change are signed out.',
    params: byId,
    reply: { status: 200, schema: z.strictObject({ user_id: z.uuid(), roles: z.array(z.enum(STAFF_ROLES)) }) },
    errors: ['not_found', 'second_administrator_needed', 'proposal_lapsed', 'last_administrator'],
  }),
  'POST /api/admin/role-changes/:id/withdrawal': endpoint({
    ...staffWith('administer'),
    summary: 'Withdraws a proposed role change.',
    params: byId,
    reply: { status: 200, schema: z.strictObject({ id: z.uuid() }) },
    errors: ['not_found'],
  }),
} as const
