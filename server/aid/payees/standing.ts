/** Whether money may be sent to an account: what changed since a reviewer approved the request, who must look at it, and how long it waits. */
import { and, isNotNull, ne, or, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { APPLICANT_CHANGES, PAYEE_CHANGES, type AccountWarning } from '../../../contract/aid/payee-fields.ts'
import { changedAccountMinutes, readLimits, type PayoutLimits } from '../limits/limits.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { plain, preparedRows } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/errors.ts'
import { payees as table, type Payee } from './schema.ts'

/** A changed account, name or telephone waits this long, so that a person whose phone was stolen can object. */
export const changedWait = async ({ env }: Pick<Core, 'env'>, tx: Db | Tx) =>
  minutes(changedAccountMinutes(env, await readLimits(tx)))

/**
 * How long payments wait after changes of an applicant. Three days where the telephone number that signs in changed, or left for another account:
 * so long the owner of a stolen SIM card has to object.
 * @returns until when they wait; null: they do not, or no longer
 */
export function waitsUntil({ env, limits, now }: WaitRules, changes: readonly ApplicantChange[]): Date | null {
  const wait = minutes(changedAccountMinutes(env, limits))
  const signIn = env.mode === 'sandbox' ? wait : Math.max(hours(72), wait)
  const ends = changes.map(({ what, at }) => after(at, what === 'sign_in' ? signIn : wait))
  return ends.filter((end) => end > now).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
}

/** Holds all that the wait after a change is computed from. */
export interface WaitRules {
  readonly env: Core['env']
  readonly limits: PayoutLimits
  readonly now: Date
}

const PayeeChangeRow = z.object({
  payee_id: z.string(),
  what: z.enum(PAYEE_CHANGES),
  /** The approved name, or the last digits of the account before; empty for the others. */
  before: z.string(),
  at: z.coerce.date(),
})
export type PayeeChange = Omit<z.infer<typeof PayeeChangeRow>, 'payee_id'>

const selectPayeeChanges = preparedRows(
  'payee_changes',
  { ids: plain<readonly string[]>() },
  PayeeChangeRow,
  ({ ids }) => sql`
    select payee_id::text, what, before, at from payee_changes where payee_id = any(${ids}::uuid[]) order by at, what`,
)

/** @returns the changes of an account that two people must look at, by the id of the payee */
export async function readPayeeChanges(db: Db | Tx, ids: readonly string[]) {
  const found = ids.length === 0 ? [] : await selectPayeeChanges(db, { ids })
  return (id: string): readonly PayeeChange[] => found.filter(({ payee_id }) => payee_id === id)
}

/** Whether two people must compare the names first: always for a vendor, while nobody checked who the owner is, and again after a change. */
export function needsCheck({ kind, match, shared, confirmedAt }: Payee, changes: readonly PayeeChange[]): boolean {
  if (confirmedAt !== null) return changes.some(({ at }) => at > confirmedAt)
  return kind !== 'applicant' || match !== 'match' || shared || changes.length > 0
}

/** Reads off everything about an account that people must look at before money goes there. */
export function warningsOf(
  { match, shared, doubt }: Payee,
  changes: readonly PayeeChange[],
): readonly AccountWarning[] {
  return [
    ...(match === 'match' ? [] : [match]),
    ...(shared ? (['shared'] as const) : []),
    ...(changes.some(({ what }) => what !== 'identity') ? (['changed'] as const) : []),
    ...(changes.some(({ what }) => what === 'identity') ? (['identity'] as const) : []),
    ...(doubt === null ? [] : [doubt]),
  ]
}

/** {@link needsCheck} as a condition on `payees`. */
export const WAITS_FOR_CHECK: SQL | undefined = or(
  and(sql`confirmed_at is null`, or(ne(table.kind, 'applicant'), ne(table.match, 'match'), eq(table.shared, true))),
  and(
    isNotNull(table.applicationId),
    sql`exists (select from payee_changes where payee_id = payees.id and (confirmed_at is null or at > confirmed_at))`,
  ),
)

/** Whether money may be sent there now. */
export function isUsable(payee: Payee, changes: readonly PayeeChange[], now: Date): boolean {
  const { replacedAt, resolvedName, usableFrom } = payee
  return replacedAt === null && resolvedName !== null && usableFrom <= now && !needsCheck(payee, changes)
}

const ApplicantChangeRow = z.object({
  application_id: z.string(),
  what: z.enum(APPLICANT_CHANGES),
  /** As approved. */
  before: z.string(),
  at: z.coerce.date(),
})

type ApplicantChange = z.infer<typeof ApplicantChangeRow>

const selectApplicantChanges = preparedRows(
  'applicant_changes',
  { ids: plain<readonly string[]>() },
  ApplicantChangeRow,
  ({ ids }) => sql`
    select application_id::text, what, before, at from applicant_changes
     where application_id = any(${ids}::uuid[]) order by at, what`,
)

/** @returns how an applicant differs now from whom a reviewer approved, by the id of the request */
export async function readApplicantChanges(db: Db | Tx, applicationIds: readonly string[]) {
  const found = await selectApplicantChanges(db, { ids: applicationIds })
  return (id: string) => found.filter(({ application_id }) => application_id === id)
}

/** {@link requireUnchangedApplicant} as a condition. */
export const isChangedSince = (applicationId: SQL, proposedAt: SQL) => sql`exists (
  select from applicant_changes where applicant_changes.application_id = ${applicationId} and applicant_changes.at > ${proposedAt})`

/** Refuses an award of an applicant whose name, telephone or sign-in changed after its proposal, which its proposer did not see. */
export async function requireUnchangedApplicant(tx: Tx, applicationId: string, proposedAt: Date): Promise<void> {
  const changes = (await readApplicantChanges(tx, [applicationId]))(applicationId)
  if (changes.some(({ at }) => at > proposedAt)) throw new AppError('applicant_changed')
}

/**
 * Refuses to pay an applicant whose name, telephone or sign-in changed a short while ago, or after the payment was proposed: its proposer did not see it.
 * @param proposedAt null: it is being proposed now
 */
export async function requireSeenApplicant(
  core: Pick<Core, 'env' | 'clock'>,
  tx: Tx,
  { applicationId, proposedAt }: { readonly applicationId: string; readonly proposedAt: Date | null },
): Promise<void> {
  const changes = (await readApplicantChanges(tx, [applicationId]))(applicationId)
  const rules = { env: core.env, limits: await readLimits(tx), now: core.clock.now() }
  if (waitsUntil(rules, changes) !== null || changes.some(({ at }) => proposedAt !== null && at > proposedAt))
    throw new AppError('applicant_changed')
}
