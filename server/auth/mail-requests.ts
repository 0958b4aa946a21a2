/** What every request for a mail has in common: where its link leads back to, its flow, and the pause before the next one. */
import { eq } from 'drizzle-orm'
import { after, seconds } from '../lib/clock.ts'
import type { Tx } from '../lib/db/db.ts'
import type { Auth } from './auth.ts'
import { openFlow } from './flows.ts'
import { readChallenge, type CodeChallenge } from './pkce.ts'
import { resolveRedirect } from './redirects.ts'
import { users, type FlowState, type User } from './schema.ts'

/** Between two mails of a kind to one person: nobody fills a stranger's mailbox. */
const MAIL_INTERVAL = seconds(60)

/** Where a mailed link leads back to, and with PKCE the challenge of the browser that waits there. */
export interface RedirectTarget {
  readonly redirectTo: string
  readonly challenge: CodeChallenge | null
}

/** What a request says of the way back. */
export interface RedirectFields {
  readonly redirectTo: string
  /** Where to go back to when the request does not say it. */
  readonly referer: string | undefined
  readonly code_challenge: string
  readonly code_challenge_method: string
}

/** @throws AuthRefusal `pkce_incomplete`, `pkce_method`, `pkce_challenge` */
export function readRedirectTarget(auth: Auth, words: RedirectFields): RedirectTarget {
  return { redirectTo: resolveRedirect(auth, words.redirectTo, words.referer), challenge: readChallenge(words) }
}

/**
 * Opens the flow that the mail goes on with: its own, so that of two requests each mail answers the browser that asked for it.
 * @returns null without PKCE
 */
export async function openMailFlow(
  auth: Auth,
  tx: Tx,
  purpose: FlowState['purpose'],
  userId: string,
  { redirectTo, challenge }: RedirectTarget,
): Promise<string | null> {
  return challenge && (await openFlow(auth, tx, { purpose, userId, redirectTo, challenge }))
}

/** The seconds until the next mail of this kind may go out; 0 when it may now. */
export function secondsUntilNextMail(sentAt: Date | null, now: Date): number {
  return sentAt ? Math.max(0, Math.ceil((after(sentAt, MAIL_INTERVAL).getTime() - now.getTime()) / 1000)) : 0
}

/** The person of an address, held until the transaction ends. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<User | null> {
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  return user ?? null
}
