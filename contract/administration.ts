/** What the declarations of administration share. */
import { z } from 'zod'
import { timestampParameter } from './fields.ts'

/** Guard, rate limit, and `no-store`. */
export const administration = { guard: 'admin', limit: 'accounts', secret: true } as const

/** The path parameter of one row. */
export const byId = z.strictObject({ id: z.uuid() })

/** `from` is included, `to` is not. */
export const period = { from: timestampParameter.optional(), to: timestampParameter.optional() }

/** The person who acted. Name and address are empty once the account was closed. */
export const actor = z
  .strictObject({ user_id: z.uuid(), full_name: z.string(), email: z.string() })
  .meta({ id: 'Actor' })
