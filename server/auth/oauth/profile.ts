/** Who a provider says that somebody is: a few known words of its profile, and nothing else of it. */
import * as client from 'openid-client'
import { z } from 'zod'
import type { OAuthSettings } from '../../env-accounts.ts'
import { readEmail } from '../email-address.ts'

const CHARACTERS_MAX = 500

/** Who signed in there, as far as the provider vouches for it. */
export interface OAuthProfile {
  readonly provider: OAuthSettings['id']
  /** The provider's own name for the person, which never changes. */
  readonly subject: string
  /** Null when the provider does not vouch for one: an address that it merely passes on is anybody's. */
  readonly email: string | null
  readonly fullName: string
  /** What is kept of the profile, and shown to its owner. It decides nothing. */
  readonly words: Readonly<Record<string, string>>
  /** The identity's `identity_data` (docs/protocols/auth.md section 3.2). */
  readonly identityData: Readonly<Record<string, unknown>>
}

/** What the database takes, short enough to travel in an access token. Anything else counts as not said. */
const word = z
  .string()
  .trim()
  .min(1)
  .max(CHARACTERS_MAX)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))
  .optional()
  .catch(undefined)

/** A profile may hold `role` or `is_admin`, and who knows what next: only these words are taken from it. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  name: word,
  given_name: word,
  family_name: word,
  preferred_username: word,
  picture: word,
  email: word,
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
})
type Claims = z.output<typeof Claims>

/**
 * Reads the profile from the id token; what is not in it, from the provider's userinfo.
 * @param tokens of an id token that was checked
 * @throws when the provider does not answer, or answers for somebody else
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
  // The address and whether it is verified are of one source: together they mean something.
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

/** Without what is undefined. */
function defined<T>(values: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
