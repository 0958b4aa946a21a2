/** A user of a provider, as a flow keeps them until the browser that began it has its code. */
import { z } from 'zod'

/** The user who signed in at the provider. */
export const OAuthProfile = z.object({
  provider: z.enum(['google', 'oidc']),
  /** The provider's permanent id for the user. */
  subject: z.string(),
  /** Null unless the provider has verified the address: an unverified one may belong to anyone. */
  email: z.string().nullable(),
  fullName: z.string(),
  /** The profile fields we keep, for display only. */
  words: z.record(z.string(), z.string()),
  /** The identity's `identity_data` (docs/protocols/auth.md section 3.2). */
  identityData: z.record(z.string(), z.unknown()),
})
export type OAuthProfile = Readonly<z.output<typeof OAuthProfile>>
