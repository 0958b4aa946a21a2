/** Profiles: created with the account, written by their owners. The role is stored here; auth decides who gets it. */
import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { cleanPersonName } from '../../../contract/platform/fields.ts'
import { PROFILE_CHARACTERS_MAX, type Role } from '../../../contract/record/profile-fields.ts'
import { hasDuty, rolesWith, type Duty, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { plain, prepared } from '../../platform/db/prepared.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { profiles, type OwnWords, type Profile, type ProfileFields } from './schema.ts'

/** Creates the profile of a new account, always as a beneficiary. */
export async function createProfile(tx: Tx, userId: string, fullName: string, now: Date): Promise<void> {
  await tx.insert(profiles).values({
    id: newId(),
    userId,
    fullName: cut(cleanPersonName(fullName)),
    createdAt: now,
    updatedAt: now,
  })
}

export async function getProfile({ db }: { db: Db | Tx }, userId: string): Promise<Profile> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.userId, userId))
  invariant(profile, 'every account has a profile')
  return profile
}

/** Saves the given fields; undefined ones stay unchanged. */
export async function saveProfile(
  core: Core,
  userId: string,
  words: { [Name in keyof ProfileFields]: string | undefined } & {
    readonly birthYear?: Profile['birthYear'] | undefined
    readonly language?: Profile['language'] | undefined
  },
): Promise<Profile> {
  const [profile] = await core.db
    .update(profiles)
    .set({ ...words, updatedAt: core.clock.now() })
    .where(eq(profiles.userId, userId))
    .returning()
  invariant(profile, 'every account has a profile')
  return profile
}

/** Fills in how to reach a person who has no sign-in, as they told staff. */
export async function fillProfile(
  tx: Tx,
  userId: string,
  words: Pick<ProfileFields, 'phone' | 'address'>,
  now: Date,
): Promise<void> {
  await tx
    .update(profiles)
    .set({ ...words, updatedAt: now })
    .where(eq(profiles.userId, userId))
}

/** The fields that a profile may take over from another of the same person. */
const FILLABLE = ['fullName', 'phone', 'address', 'isApproved'] as const
export type Filled = (typeof FILLABLE)[number]

/**
 * Fills empty fields from a duplicate profile of the same person. The reviewers' mark comes along with the name that was checked.
 * @returns the fields that were filled
 */
export async function completeProfile(tx: Tx, userId: string, from: Profile, now: Date): Promise<Filled[]> {
  const own = await getProfile({ db: tx }, userId)
  const takesMark =
    (own.fullName === '' || plainName(own.fullName) === plainName(from.fullName)) &&
    (from.markedBy === null || !(await isTiedToPerson(tx, from.markedBy, userId)))
  const filled = FILLABLE.filter((field) => !own[field] && from[field] && (field !== 'isApproved' || takesMark))
  const values = Object.fromEntries(filled.map((field) => [field, from[field]]))
  const mark = filled.includes('isApproved') && { markedBy: from.markedBy, markedAt: from.markedAt }
  await tx
    .update(profiles)
    .set({ ...values, ...mark, updatedAt: now })
    .where(eq(profiles.userId, userId))
  return filled
}

/** Empties fields that {@link completeProfile} filled, except those that their owner has changed since. */
export async function emptyFilled(tx: Tx, userId: string, from: Profile, filled: readonly string[], now: Date) {
  const own = await getProfile({ db: tx }, userId)
  const unchanged = FILLABLE.filter((field) => filled.includes(field) && own[field] === from[field])
  const values = Object.fromEntries(unchanged.map((field) => [field, field === 'isApproved' ? false : '']))
  await tx
    .update(profiles)
    .set({ ...values, updatedAt: now })
    .where(eq(profiles.userId, userId))
}

/** Sets the roles of a member of staff; without any they are a beneficiary. Only the server's own commands and role changes call this. */
export async function setStaffRoles(tx: Tx, userId: string, roles: readonly StaffRole[], now: Date): Promise<void> {
  const role = roles.length === 0 ? 'beneficiary' : 'admin'
  await tx
    .update(profiles)
    .set({ role, staffRoles: [...roles], updatedAt: now })
    .where(eq(profiles.userId, userId))
}

/** A user's role, for rules about someone other than the caller. */
export async function getRole(tx: Tx, userId: string): Promise<Role> {
  const [profile] = await tx.select({ role: profiles.role }).from(profiles).where(eq(profiles.userId, userId))
  invariant(profile, 'every account has a profile')
  return profile.role
}

/** A condition on `profiles`: the person has this duty. */
export function withDuty(duty: Duty): SQL {
  return withRoleOf(sql`${`{${rolesWith(duty).join(',')}}`}`)
}

/** A condition on `profiles`: the person has one of these roles. @param roles a value of a prepared statement */
export const withRoleOf = (roles: SQL): SQL => sql`profiles.role = 'admin' and profiles.staff_roles && ${roles}::text[]`

/** The roles of a user; none of someone who is not staff, or does not exist. */
export async function findStaffRoles(tx: Tx, userId: string): Promise<readonly StaffRole[]> {
  const [profile] = await tx.select({ roles: profiles.staffRoles }).from(profiles).where(eq(profiles.userId, userId))
  return profile?.roles ?? []
}

const holdStaff = prepared('hold_staff', { ids: plain<readonly string[]>() }, (db, { ids }) =>
  db
    .select({ userId: profiles.userId, roles: profiles.staffRoles })
    .from(profiles)
    .where(and(sql`${profiles.userId} = any(${ids}::uuid[])`, eq(profiles.role, 'admin')))
    // In the order in which role changes lock them.
    .orderBy(profiles.id)
    .for('share'),
)

/**
 * Locks the staff among these users until the transaction ends: until then their roles stay as they are.
 * @returns a function that tells which of them have a duty, by user id
 */
export async function lockStaffAmong(tx: Tx, userIds: readonly string[]): Promise<(duty: Duty) => readonly string[]> {
  const found = await holdStaff(tx, { ids: userIds })
  return (duty) => found.filter(({ roles }) => hasDuty(roles, duty)).map(({ userId }) => userId)
}

/** The user ids of everyone with a duty, the first one first. */
export async function listWithDuty(db: Db | Tx, duty: Duty): Promise<string[]> {
  const found = await db
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(withDuty(duty))
    .orderBy(profiles.createdAt, profiles.id)
  return found.map(({ userId }) => userId)
}

/**
 * Locks the list of administrators. Of two concurrent changes that would leave none, the second waits here.
 * @param leaving the user who would no longer be one
 */
export async function requireAnotherAdministrator(tx: Tx, leaving: string | null): Promise<void> {
  const found = await tx
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(withDuty('administer'))
    .orderBy(profiles.id)
    .for('update')
  if (found.length === 1 && found[0]?.userId === leaving) throw new AppError('last_administrator')
}

/**
 * Locks a profile; null when there is none with this id. Not `for update`: the second change of a request in a transaction checks its foreign
 * keys, and would wait here with the request locked.
 */
export async function lockProfile(tx: Tx, id: string): Promise<Profile | null> {
  const [found] = await tx.select().from(profiles).where(eq(profiles.id, id)).for('no key update')
  return found ?? null
}

/** Sets the reviewers' mark of a locked profile, or with null clears it. */
export async function setMark(tx: Tx, id: string, markedBy: string | null, now: Date): Promise<void> {
  const mark = { isApproved: markedBy !== null, markedBy, markedAt: markedBy === null ? null : now, updatedAt: now }
  await tx.update(profiles).set(mark).where(eq(profiles.id, id))
}

/** Resets the profile for another owner: nothing of the old content stays. */
export async function resetProfile(tx: Tx, userId: string, fullName: string, now: Date): Promise<void> {
  await tx
    .update(profiles)
    .set({
      fullName: cut(cleanPersonName(fullName)),
      phone: '',
      address: '',
      bio: '',
      birthYear: null,
      language: null,
      isApproved: false,
      updatedAt: now,
    })
    .where(eq(profiles.userId, userId))
}

const wordsOf = ({ fullName, phone, address, bio, birthYear, language }: OwnWords): OwnWords => ({
  fullName,
  phone,
  address,
  bio,
  birthYear,
  language,
})

export const readOwnWords = async (tx: Tx, userId: string): Promise<OwnWords> =>
  wordsOf(await getProfile({ db: tx }, userId))

/** Gives a profile back the words that it had. @returns whether any differed */
export async function putBackWords(tx: Tx, userId: string, words: OwnWords, now: Date): Promise<boolean> {
  if (isDeepStrictEqual(await readOwnWords(tx, userId), words)) return false
  await tx
    .update(profiles)
    .set({ ...wordsOf(words), updatedAt: now })
    .where(eq(profiles.userId, userId))
  return true
}

/** Replaces a phone number that another person entered or has now; empty removes it. */
export async function setPhone(tx: Tx, userId: string, phone: string, now: Date): Promise<void> {
  await tx.update(profiles).set({ phone, updatedAt: now }).where(eq(profiles.userId, userId))
}

const Tied = z.object({ tied: z.boolean() })

/** Whether staff may not check who a person is: themselves, their household, and the applicant of a request to which they are tied. */
export async function isTiedToPerson(tx: Tx, staffId: string, userId: string): Promise<boolean> {
  const [found] = await rows(tx, sql`select tied_to_person(${staffId}::uuid, ${userId}::uuid) as tied`, Tied)
  return found?.tied ?? true
}

/** As the SQL function `plain_name` compares names. */
export const plainName = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

function cut(fullName: string): string {
  return fullName.slice(0, PROFILE_CHARACTERS_MAX.full_name)
}
