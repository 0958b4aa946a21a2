/** Shapes shared by the declarations of administration. */
import { z } from 'zod'
import { timestampParameter } from './fields.ts'
import { STAFF_ROLES, type Duty } from './staff-roles.ts'

/** Guard and rate limit, for staff who have this duty. */
export function staffWith<const D extends Duty>(duty: D) {
  return { guard: 'admin', duty, limit: 'accounts' } as const
}

/** The path parameter of one row. */
export const byId = z.strictObject({ id: z.uuid() })

/**
 * The purpose of an audited read: `read` to show it, and `again` for a page that shows it already. The server records `again` too, unless the
 * same person has opened it within `LOOK_HOURS`.
 */
export const READ_PURPOSES = ['read', 'again'] as const

/** How long one look at a request or a message lasts. */
export const LOOK_HOURS = 12

/** The version of a request that the caller saw. If it has changed, nothing happens: `already_decided` says who and when. */
export const expectedVersion = z.strictObject({ expected_version: z.number().int().positive() })

/** The roles that someone gets, each once. */
export const givenRoles = z
  .array(z.enum(STAFF_ROLES))
  .refine((roles) => new Set(roles).size === roles.length, 'Choose each role once.')

/** `from` is included, `to` is not. */
export const period = { from: timestampParameter.optional(), to: timestampParameter.optional() }

/** The person who acted. Name and address are empty once the account was closed. */
export const actor = z
  .strictObject({ user_id: z.uuid(), full_name: z.string(), email: z.string() })
  .meta({ id: 'Actor' })
