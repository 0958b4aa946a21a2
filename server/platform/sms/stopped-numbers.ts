/** Numbers whose owners asked for no more texts. Nothing is sent there but the codes that they ask for (decision 0066). */
import { and, eq } from 'drizzle-orm'
import type { Core } from '../core.ts'
import { hmacSha256 } from '../crypto.ts'
import type { Db, Tx } from '../db/db.ts'
import { cancelTexts } from './cancel-texts.ts'
import { outgoingTextMessages, stoppedNumbers } from './schema.ts'
import { STOPPED } from './sms.ts'

const hashNumber = ({ keys }: Pick<Core, 'keys'>, number: string): Buffer =>
  hmacSha256(keys.addresses, `telephone ${number}`)

/** @param number digits only, with the country in front */
export async function isNumberStopped(core: Pick<Core, 'keys'>, db: Db | Tx, number: string): Promise<boolean> {
  return (await db.$count(stoppedNumbers, eq(stoppedNumbers.numberHash, hashNumber(core, number)))) > 0
}

/** Sends a number no more, what waits for the morning included. Codes that sign in were asked for. */
export async function stopNumber(core: Core, number: string): Promise<void> {
  const now = core.clock.now()
  const isTo = and(eq(outgoingTextMessages.recipient, number), eq(outgoingTextMessages.signsIn, false))
  await core.db.transaction(async (tx) => {
    const stopped = { numberHash: hashNumber(core, number), stoppedAt: now }
    await tx.insert(stoppedNumbers).values(stopped).onConflictDoNothing()
    await cancelTexts(tx, isTo, now, STOPPED)
  })
}

/** Sends texts again, because the owner asked for them. @returns whether the number was stopped */
export async function resumeNumber(core: Core, number: string): Promise<boolean> {
  const found = await core.db
    .delete(stoppedNumbers)
    .where(eq(stoppedNumbers.numberHash, hashNumber(core, number)))
    .returning({ numberHash: stoppedNumbers.numberHash })
  return found.length > 0
}
