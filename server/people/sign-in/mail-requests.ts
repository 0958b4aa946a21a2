/** Shared by all requests for a mail: target of the link, its flow, and the interval between mails. */
import { eq } from 'drizzle-orm'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { after, seconds } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Auth } from './auth.ts'
import { openFlow } from './flows.ts'
import { readChallenge, type CodeChallenge } from './pkce.ts'
import { resolveRedirect } from './redirects.ts'
import { AuthRefusal } from './refusals.ts'
import { users, type FlowState, type User } from './schema.ts'
import type { Origin } from './sessions.ts'
import { hashNetwork } from './tries.ts'

/** Between two mails of a kind to one user, so that a stranger's mailbox cannot be flooded. */
const MAIL_INTERVAL = seconds(60)

/** Target of a mailed link, the PKCE challenge of the browser, and its network. */
export interface RedirectTarget {
  readonly redirectTo: string
  readonly challenge: CodeChallenge | null
  readonly askedFrom: Buffer
  /** The language of the page that asks. */
  readonly page: LanguageTag | null
}

/** The redirect fields of a request. */
export interface RedirectFields {
  readonly redirectTo: string
  /** Used when the request has no `redirect_to`. */
  readonly referer: string | undefined
  readonly code_challenge: string
  readonly code_challenge_method: string
}

/** @throws AuthRefusal `pkce_incomplete`, `pkce_method`, `pkce_challenge` */
export function readRedirectTarget(auth: Auth, words: RedirectFields, origin: Origin): RedirectTarget {
  return {
    redirectTo: resolveRedirect(auth, words.redirectTo, words.referer),
    challenge: readChallenge(words),
    askedFrom: hashNetwork(auth, origin),
    page: origin.language,
  }
}

/** Used in place of the user id when no mail is sent: the same statements run, change nothing and take as long. */
export const NO_USER_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Opens a flow for one mail. Each mail has its own flow, so of two requests each link works in the browser that asked for it. A
 * request too soon for another mail opens one too: the code of the earlier mail's link then works in either browser (flows.ts).
 * @param userId null if the address is unknown
 * @returns null without PKCE
 */
export async function openMailFlow(
  auth: Auth,
  tx: Tx,
  purpose: FlowState['purpose'],
  userId: string | null,
  { redirectTo, challenge }: RedirectTarget,
): Promise<string | null> {
  return challenge && (await openFlow(auth, tx, { purpose, userId, redirectTo, challenge }))
}

/** Seconds until the next mail of this kind may be sent; 0 if it may be sent now. */
export function secondsUntilNextMail(sentAt: Date | null, now: Date): number {
  return sentAt ? Math.max(0, Math.ceil((after(sentAt, MAIL_INTERVAL).getTime() - now.getTime()) / 1000)) : 0
}

/** The refusal of another mail of this kind; null if it may be sent now. */
export function tooSoon(sentAt: Date | null, now: Date): AuthRefusal | null {
  const wait = secondsUntilNextMail(sentAt, now)
  if (wait === 0) return null
  const message = `For security purposes, you can only request this after ${wait} seconds.`
  return new AuthRefusal('mail_too_soon', { message })
}

/** Finds and locks the user with this address. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<User | null> {
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  return user ?? null
}
