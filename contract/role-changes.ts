/** Role changes: one administrator proposes, a second one confirms. */
import { z } from 'zod'
import { ROLE_CHANGE_CHARACTERS_MAX } from './admin-fields.ts'
import { actor, administration, byId } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { timestamp, personText } from './fields.ts'
import { ROLES } from './profile-fields.ts'

const roleChange = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  /** The person's current role, and the proposed one. */
  from_role: z.enum(ROLES),
  role: z.enum(ROLES),
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
    ...administration,
    summary: 'Role changes that need a second administrator, newest first.',
    reply: { status: 200, schema: z.strictObject({ items: z.array(roleChange) }) },
    errors: [],
  }),
  'POST /api/admin/role-changes': endpoint({
    ...administration,
    summary: 'Proposes a role change. A second administrator must confirm it.',
    body: z.strictObject({
      email: personText(254),
      role: z.enum(ROLES),
      reason: personText(ROLE_CHANGE_CHARACTERS_MAX).trim().min(1, 'Please fill this in.'),
    }),
    reply: { status: 201, schema: roleChange },
    errors: ['already_proposed', 'last_administrator'],
  }),
  'POST /api/admin/role-changes/:id/confirmation': endpoint({
    ...administration,
    summary:
      'Confirms a role change that another administrator proposed. A new administrator sets a new password by mail; all earlier access to the account is revoked. A former administrator is signed out.',
    params: byId,
    reply: { status: 200, schema: z.strictObject({ user_id: z.uuid(), role: z.enum(ROLES) }) },
    errors: ['not_found', 'second_administrator_needed', 'proposal_lapsed', 'last_administrator'],
  }),
  'POST /api/admin/role-changes/:id/withdrawal': endpoint({
    ...administration,
    summary: 'Withdraws a proposed role change.',
    params: byId,
    reply: { status: 200, schema: z.strictObject({ id: z.uuid() }) },
    errors: ['not_found'],
  }),
} as const
