/** The choice to get each step of a request by text message, for someone whose mail arrives too. */
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { users } from './schema.ts'

/** @returns the number that gets the steps of a person's requests; null: none. One in doubt gets them only where no mail arrives */
export async function numberForSteps(tx: Tx, userId: string): Promise<string | null> {
  const chosen = and(eq(users.stepTexts, true), isNull(users.phoneDoubt))
  const [account] = await tx
    .select({ phone: users.phone })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.closedAt), or(isNull(users.emailProvenAt), chosen)))
  return account?.phone ?? null
}

export async function readStepTexts({ db }: Core, { userId }: Caller) {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const { phone = null, emailProvenAt = null, stepTexts = false } = user ?? {}
  return {
    phone_ending: phone?.slice(-4) ?? null,
    may_choose: phone !== null && emailProvenAt !== null,
    wanted: phone !== null && (emailProvenAt === null || stepTexts),
  }
}

/** @throws AppError `not_reachable`: no number signs in */
export async function chooseStepTexts(core: Core, caller: Caller, wanted: boolean) {
  const chosen = await core.db
    .update(users)
    .set({ stepTexts: wanted })
    .where(and(eq(users.id, caller.userId), isNotNull(users.phone)))
    .returning({ id: users.id })
  if (chosen.length === 0) throw new AppError('not_reachable', { detail: 'No number signs in to this account.' })
  return readStepTexts(core, caller)
}
