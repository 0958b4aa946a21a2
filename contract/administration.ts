/** What the declarations of administration have in common. */
import { z } from 'zod'
import { timestampParameter } from './fields.ts'

/** Who may, how often, and that none of it is kept by anybody on the way. */
export const administration = { guard: 'admin', limit: 'accounts', secret: true } as const

/** The path of one row. */
export const byId = z.strictObject({ id: z.uuid() })

/** From its first moment up to, and without, its last. */
export const period = { from: timestampParameter.optional(), to: timestampParameter.optional() }

/** An administrator, or whoever else acted. Without a name once the account was closed. */
export const actor = z.strictObject({ user_id: z.uuid(), full_name: z.string(), email: z.string() })
