/** Role changes: one administrator proposes, a second one confirms. */
import { z } from 'zod'
import { ROLE_CHANGE_CHARACTERS_MAX } from '../platform/admin-fields.ts'
import { givenRoles, staffWith } from '../platform/administration.ts'
import { proposal } from '../people/decisions.ts'
import { endpoint } from '../platform/endpoint.ts'
import { personText } from '../platform/fields.ts'

export const roleChangeEndpoints = {
  'POST /api/admin/role-changes': endpoint({
    ...staffWith('administer'),
    summary: 'Proposes the roles of an account; none ends its access. A second administrator must confirm it.',
    body: z.strictObject({
      email: personText(254),
      roles: givenRoles,
      reason: personText(ROLE_CHANGE_CHARACTERS_MAX).trim().min(1, 'Please fill this in.'),
    }),
    reply: { status: 201, schema: proposal },
    errors: ['already_proposed', 'last_administrator'],
  }),
} as const
