/** Mails the code that makes a device known to an account, when others have guessed too often at its password. */
import { and, eq, gt } from 'drizzle-orm'
import { after, minutes } from '../../platform/clock.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { wordsFor } from './account-texts.ts'
import { isBanned } from './accounts.ts'
import type { Auth } from './auth.ts'
import { accountLetter } from './letters.ts'
import { lockUserByEmail } from './mail-requests.ts'
import { issueToken } from './one-time-tokens.ts'
import { redirectIn } from './redirects.ts'
import { oneTimeTokens } from './schema.ts'
import type { Origin } from './sessions.ts'

/** A guesser who continues must neither flood the mailbox nor replace the code that its owner is typing. */
const INTERVAL = minutes(10)

/** Mails a link and a code if the address has an account, after the answer: its time tells nothing. */
export function requestDeviceCode(auth: Auth, email: string, page: Origin['language']): void {
  auth.background.run('auth.device-code', () => mailDeviceCode(auth, email, page))
}

function mailDeviceCode(auth: Auth, email: string, page: Origin['language']): Promise<void> {
  return auth.db.transaction(async (tx) => {
    const now = auth.clock.now()
    const user = await lockUserByEmail(tx, email)
    if (!user || isBanned({ banned_until: user.bannedUntil }, now)) return
    const recent = and(
      eq(oneTimeTokens.userId, user.id),
      eq(oneTimeTokens.purpose, 'device'),
      gt(oneTimeTokens.createdAt, after(now, -INTERVAL)),
    )
    if ((await tx.$count(oneTimeTokens, recent)) > 0) return
    const words = await wordsFor(auth, tx, user.id, page)
    const redirectTo = redirectIn(auth.env.publicUrl, words.tag, `${auth.env.publicUrl}/login`)
    const token = { userId: user.id, purpose: 'device', email, flowId: null, redirectTo } as const
    const issued = await issueToken(auth, tx, token)
    await writeMail(
      auth,
      tx,
      email,
      accountLetter(auth, 'deviceCode', words, () => issued),
      now,
    )
  })
}
