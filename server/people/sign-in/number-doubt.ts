/**
 * Doubt whether a number still has its owner: networks give silent numbers to someone else, and SIM cards are swapped. While it lasts,
 * codes by text open sessions that see state only, until one gives a second fact or staff lift it (decision 0092).
 */
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { NumberView, PhoneReport } from '../../../contract/people/number-doubt.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { isNameOf } from '../../record/profiles/name-match.ts'
import { getProfile } from '../../record/profiles/profiles.ts'
import { mailAccount } from './letters.ts'
import { phoneCodes, sessions, users, type User } from './schema.ts'

/** Wrong tries of one account, whichever sessions make them. Then only staff can lift the doubt. */
const MISSES_MAX = 5

const ONLY_STAFF_HELP = sql`(users.second_fact_misses >= ${sql.raw(String(MISSES_MAX))} or profiles.birth_year is null or profiles.full_name = '')`

/** The number of a `profiles` row is in doubt; `needs_staff`: tries are used up, or the profile has nothing to compare. */
export const isDoubted = (view: NumberView) => sql`exists (select from users
  where users.id = profiles.user_id and users.phone_doubt is not null ${view === 'needs_staff' ? sql`and ${ONLY_STAFF_HELP}` : sql``})`

interface SecondFact {
  readonly full_name: string
  readonly birth_year: number
}

/**
 * Lifts the doubt where name and year are those of the profile. This session sees everything from now on; others that saw state only end.
 * A session that is not limited changes nothing.
 * @throws AppError `second_fact_not_accepted`, alike for a wrong name, a wrong year, a profile without them, and too many tries
 */
export async function giveSecondFact(
  core: Core,
  { userId, sessionId, limited }: Caller,
  typed: SecondFact,
): Promise<void> {
  if (!limited) return
  const isAccepted = await core.db.transaction(async (tx) => {
    // Counted first, so that tries made at the same moment gain nothing.
    const [user] = await tx
      .update(users)
      .set({ secondFactMisses: sql`${users.secondFactMisses} + 1` })
      .where(and(eq(users.id, userId), lt(users.secondFactMisses, MISSES_MAX)))
      .returning()
    const profile = await getProfile({ db: tx }, userId)
    const isSame = isNameOf(profile.fullName, typed.full_name) && profile.birthYear === typed.birth_year
    if (!user || !isSame) return false
    await tx.update(sessions).set({ limited: false }).where(eq(sessions.id, sessionId))
    await liftDoubt(core, tx, userId)
    return true
  })
  if (!isAccepted) throw new AppError('second_fact_not_accepted')
}

/** The number of an account, locked, and why its owner is in doubt. Null: no number signs in. */
export async function findDoubt(tx: Tx, userId: string): Promise<{ doubt: User['phoneDoubt'] } | null> {
  const withNumber = and(eq(users.id, userId), isNotNull(users.phone), isNull(users.closedAt))
  const [found] = await tx.select({ doubt: users.phoneDoubt }).from(users).where(withNumber).for('update')
  return found ?? null
}

/** Whether the number of an account is in doubt. */
export const isInDoubt = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, userId), isNotNull(users.phoneDoubt)))) > 0

/** Codes to this number open full sessions again. Sessions that see state only end, and the person is mailed. */
export async function liftDoubt(core: Core, tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.limited, true)))
  const [user] = await tx
    .update(users)
    .set({ phoneDoubt: null, secondFactMisses: 0 })
    .where(eq(users.id, userId))
    .returning()
  if (user) await mailAccount(core, tx, user, null, 'doubtLifted')
}

/** Records what a caller reports of the number. Sessions by text end, codes that change it with them, and payments wait as after a change. */
export async function reportNumber(core: Core, tx: Tx, userId: string, report: PhoneReport): Promise<void> {
  const now = core.clock.now()
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.byText, true)))
  await tx.delete(phoneCodes).where(eq(phoneCodes.userId, userId))
  const [user] = await tx
    .update(users)
    .set({ phoneDoubt: report, secondFactMisses: 0, phoneChangedAt: now })
    .where(eq(users.id, userId))
    .returning()
  if (user) await mailAccount(core, tx, user, null, 'numberReported')
}
