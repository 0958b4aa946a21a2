/** Reads a provider's profile: a few known fields, and nothing else. */
import * as client from 'openid-client'
import { z } from 'zod'
import type { OAuthSettings } from '../../../platform/env/accounts.ts'
import { readEmail } from '../email-address.ts'
import type { OAuthProfile } from './oauth-profile.ts'

const CHARACTERS_MAX = 500

/** A string Postgres accepts, short enough for an access token. Anything else counts as missing. */
const word = z
  .string()
  .trim()
  .min(1)
  .max(CHARACTERS_MAX)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))
  .optional()
  .catch(undefined)

/** A profile may contain `role` or `is_admin`: only these fields are read. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  name: word,
  given_name: word,
  family_name: word,
  preferred_username: word,
  picture: word,
  email: word,
  // Some providers send a string.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
})
type Claims = z.output<typeof Claims>

/**
 * Reads the profile from the id token, and the rest from the provider's userinfo endpoint.
 * @param tokens with an id token that has been verified
 * @throws when the provider does not answer, or answers for another user
 */
export async function readProfile(
  { id, issuer }: OAuthSettings,
  provider: client.Configuration,
  tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
): Promise<OAuthProfile> {
  const token = Claims.parse(tokens.claims())
  const complete = token.email !== undefined && token.email_verified !== undefined
  const asked =
    complete || provider.serverMetadata().userinfo_endpoint === undefined
      ? undefined
      : Claims.parse(await client.fetchUserInfo(provider, tokens.access_token, token.sub))
  // Take the address and its verification from the same source: they only make sense together.
  const { email: said, email_verified: verified = false } = complete || !asked ? token : asked
  const words = wordsOf(asked ? { ...asked, ...defined(token) } : token, issuer)
  const email = said === undefined ? null : readEmail(said)
  return {
    provider: id,
    subject: token.sub,
    email: verified ? email : null,
    fullName: words['full_name'] ?? '',
    words,
    identityData: {
      ...words,
      sub: token.sub,
      ...(email !== null && { email }),
      email_verified: email !== null && verified,
      phone_verified: false,
    },
  }
}

function wordsOf(claims: Claims, issuer: string): Record<string, string> {
  const { sub, name: said, given_name: given, family_name: family, preferred_username: username, picture } = claims
  const name = said ?? ([given, family].filter((part) => part !== undefined).join(' ') || undefined)
  return defined({
    iss: issuer,
    provider_id: sub,
    name,
    full_name: name,
    picture,
    avatar_url: picture,
    preferred_username: username,
    user_name: username,
  })
}

/** Drops undefined values. */
function defined<T>(values: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
