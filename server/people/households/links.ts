/** Reviewers' statements about two people: one household, one person, or unrelated. They can be undone. */
import { and, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PersonLink } from '../../../contract/platform/admin-fields.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { lockOpenAccounts } from '../sign-in/open-account.ts'
import { readPerson } from '../sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError, refusedField } from '../../platform/errors.ts'
import { profiles } from '../../record/profiles/schema.ts'
import { rememberParted } from './parted.ts'
import { closedMembers, householdMembers, personLinks } from './schema.ts'

interface Pair {
  /** The ids of two profiles. */
  readonly id: string
  readonly other: string
}

/**
 * Says how two people belong together, and joins or divides their households. Audited for both if it changes.
 * @param link null: no one knows
 * @throws AppError `not_found`, `own_request` (the caller is one of them, or of their household), `invalid_input` (a person and themselves)
 */
export function linkPeople({ db, clock }: Core, by: Administering, pair: Pair, link: PersonLink | null) {
  return db.transaction(async (tx) => {
    const now = clock.now()
    await requireOpen(tx, pair)
    // Households are divided and joined one after another.
    await tx.execute(sql`lock table person_links in share row exclusive mode`)
    const people = await readPair(tx, by, pair)
    const [firstId, secondId] = people.map(({ userId }) => userId).toSorted()
    if (!firstId || !secondId) throw new AppError('not_found', NO_SUCH)
    const between = and(eq(personLinks.firstId, firstId), eq(personLinks.secondId, secondId))
    const [known] = await tx.select().from(personLinks).where(between)
    if (known?.link === link) return { link: await describe(tx, known) }
    if (!known && link === null) return { link: null }
    await tx.delete(personLinks).where(between)
    const said = link && { firstId, secondId, link, saidBy: by.userId, saidAt: now }
    if (said) await tx.insert(personLinks).values(said)
    const together = await readTogether(tx, [firstId, secondId])
    await divideHouseholds(tx, [firstId, secondId])
    await rememberParted(tx, together, now)
    const change = { before: { link: known?.link ?? null }, after: { link } }
    for (const { id, userId } of people) {
      const about = { subject: 'beneficiary', subjectId: id, personId: userId } as const
      await recordAudit(tx, { by, action: 'beneficiary.linked', ...about, ...change }, now)
    }
    return { link: said && (await describe(tx, said)) }
  })
}

/** A statement about two people, by someone of the staff. */
type Said = Pick<typeof personLinks.$inferSelect, 'link' | 'saidBy' | 'saidAt'>

/**
 * Says of an account and the profile it claimed that they are one person. Not audited: the claim is.
 * @param pair user ids
 * @param saidBy the user id to show as who said it
 * @returns the statement that it replaces; null: there was none
 */
export function linkClaimed(tx: Tx, pair: readonly [string, string], saidBy: string, now: Date): Promise<Said | null> {
  return sayInstead(tx, pair, () => ({ link: 'same_person', saidBy, saidAt: now }))
}

/**
 * Undoes that with the claim. A later statement of a reviewer stays; otherwise the earlier one is restored.
 * @param before the earlier statement; `same_person` is dropped, as undoing the claim denies it
 */
export async function unlinkClaimed(tx: Tx, pair: readonly [string, string], before: Said | null): Promise<void> {
  await sayInstead(tx, pair, (now) => {
    if (now?.link !== 'same_person') return now
    return before?.link === 'same_person' ? null : before
  })
}

async function sayInstead(
  tx: Tx,
  pair: readonly [string, string],
  choose: (before: Said | null) => Said | null,
): Promise<Said | null> {
  await tx.execute(sql`lock table person_links in share row exclusive mode`)
  const [firstId = '', secondId = ''] = pair.toSorted()
  const [before = null] = await tx
    .delete(personLinks)
    .where(and(eq(personLinks.firstId, firstId), eq(personLinks.secondId, secondId)))
    .returning()
  const said = choose(before)
  if (said) {
    const { link, saidBy, saidAt } = said
    await tx.insert(personLinks).values({ firstId, secondId, link, saidBy, saidAt })
  }
  await divideHouseholds(tx, pair)
  return before
}

/** Takes an account that is being closed out of its household, and divides that without it. */
export async function leaveHousehold(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`lock table person_links in share row exclusive mode`)
  const together = await readTogether(tx, [userId])
  await tx.delete(personLinks).where(or(eq(personLinks.firstId, userId), eq(personLinks.secondId, userId)))
  await divideHouseholds(tx, [userId])
  await rememberParted(tx, together, now)
  // Counts as no household more in figures.
  if (together.length > 0) await tx.insert(closedMembers).values({ userId })
}

const NO_SUCH = { detail: 'There is no such person.' }

/** Locks the accounts before the table, as closing an account does. @throws AppError `not_found` */
async function requireOpen(tx: Tx, { id, other }: Pair): Promise<void> {
  const people = await tx
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(inArray(profiles.id, [id, other]))
  const ids = people.map(({ userId }) => userId)
  if (!(await lockOpenAccounts(tx, ids, 'key share'))) throw new AppError('not_found', NO_SUCH)
}

async function readPair(tx: Tx, by: Administering, { id, other }: Pair) {
  if (id === other) throw refusedField('other', 'Choose two different people.')
  const people = await tx
    .select({ id: profiles.id, userId: profiles.userId })
    .from(profiles)
    .where(inArray(profiles.id, [id, other]))
  if (people.length < 2) throw new AppError('not_found', NO_SUCH)
  await requireOthers(tx, by, people)
  return people
}

/**
 * Someone could otherwise take themselves out of a household, and then act on its requests.
 * @throws AppError `own_request`: the caller is one of these people, or of their household
 */
export async function requireOthers(
  tx: Tx,
  by: Administering,
  people: readonly { readonly userId: string }[],
): Promise<void> {
  if (await isAbout(tx, by.userId, people))
    throw new AppError('own_request', {
      detail: 'This is about you or your household. Another reviewer must decide it.',
    })
}

async function isAbout(tx: Tx, userId: string, people: readonly { readonly userId: string }[]): Promise<boolean> {
  const own = tx
    .select({ id: householdMembers.householdId })
    .from(householdMembers)
    .where(eq(householdMembers.userId, userId))
  const members = await tx
    .select({ userId: householdMembers.userId })
    .from(householdMembers)
    .where(inArray(householdMembers.householdId, own))
  return people.some((person) => person.userId === userId || members.some((member) => member.userId === person.userId))
}

async function describe(
  tx: Tx,
  { link, saidBy, saidAt }: Pick<typeof personLinks.$inferSelect, 'link' | 'saidBy' | 'saidAt'>,
) {
  return { is: link, by: await readPerson(tx, saidBy), created_at: saidAt }
}

/** Reads the pairs of people who share the households of these two. */
function readTogether(tx: Tx, pair: readonly string[]) {
  const ours = tx
    .select({ id: householdMembers.householdId })
    .from(householdMembers)
    .where(inArray(householdMembers.userId, [...pair]))
  const other = alias(householdMembers, 'other')
  return tx
    .select({ firstId: householdMembers.userId, secondId: other.userId })
    .from(householdMembers)
    .innerJoin(other, eq(other.householdId, householdMembers.householdId))
    .where(and(inArray(householdMembers.householdId, ours), lt(householdMembers.userId, other.userId)))
}

/** Computes anew who belongs together among these two and the households that they were in. */
async function divideHouseholds(tx: Tx, pair: readonly string[]): Promise<void> {
  const before = tx
    .select({ id: householdMembers.householdId })
    .from(householdMembers)
    .where(inArray(householdMembers.userId, [...pair]))
  const left = await tx
    .delete(householdMembers)
    .where(inArray(householdMembers.householdId, before))
    .returning({ userId: householdMembers.userId })
  const people = [...new Set([...pair, ...left.map(({ userId }) => userId)])]
  const links = await tx
    .select()
    .from(personLinks)
    .where(
      and(
        ne(personLinks.link, 'unrelated'),
        or(inArray(personLinks.firstId, people), inArray(personLinks.secondId, people)),
      ),
    )
  const members = householdsOf(links.map(({ firstId, secondId }) => [firstId, secondId] as const))
  if (members.length > 0) await tx.insert(householdMembers).values(members)
}

/** @returns each person with the household that the links join them to, named by its first member */
function householdsOf(links: readonly (readonly [string, string])[]) {
  const households = new Map<string, Set<string>>()
  for (const [first, second] of links) {
    const joined = new Set([first, second, ...(households.get(first) ?? []), ...(households.get(second) ?? [])])
    for (const userId of joined) households.set(userId, joined)
  }
  return [...households].map(([userId, members]) => ({ userId, householdId: [...members].toSorted()[0] ?? userId }))
}
