/** Role changes: one administrator proposes, a second one confirms. */
import { z } from 'zod'
import { ROLE_CHANGE_CHARACTERS_MAX } from '../platform/admin-fields.ts'
import { givenRoles, staffWith } from '../platform/administration.ts'
import { proposal } from '../people/decisions.ts'
import { endpoint } from '../platform/endpoint.ts'
import { personText } from '../platform/fields.ts'
import { STAFF_ROLES } from '../platform/staff-roles.ts'

const roleChange = z.strictObject({
  ...proposal.shape,
  user_id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  /** The person's current roles, and the proposed ones. None: not a member of staff. */
  from_roles: z.array(z.enum(STAFF_ROLES)),
  roles: z.array(z.enum(STAFF_ROLES)),
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
} as const
