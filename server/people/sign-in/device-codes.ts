/** Mails the code that makes a device known to an account, when others have guessed too often at its password. */
import { and, eq, gt } from 'drizzle-orm'
import { after, minutes } from '../../platform/clock.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { isBanned } from './accounts.ts'
import type { Auth } from './auth.ts'
import { deviceCodeLetter } from './letters.ts'
import { lockUserByEmail } from './mail-requests.ts'
import { issueToken } from './one-time-tokens.ts'
import { oneTimeTokens } from './schema.ts'

/** A guesser who continues must neither flood the mailbox nor replace the code that its owner is typing. */
const INTERVAL = minutes(10)

/** Mails a link and a code if the address has an account, after the answer: its time tells nothing. */
export function requestDeviceCode(auth: Auth, email: string): void {
  auth.background.run('auth.device-code', () => mailDeviceCode(auth, email))
}

function mailDeviceCode(auth: Auth, email: string): Promise<void> {
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
    const redirectTo = `${auth.env.publicUrl}/login`
    const token = { userId: user.id, purpose: 'device', email, flowId: null, redirectTo } as const
    await writeMail(auth, tx, email, deviceCodeLetter(await issueToken(auth, tx, token)), now)
  })
}
