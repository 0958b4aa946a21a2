/**
 * Role changes: one administrator proposes, a second one confirms (server/proposals), and all three people concerned are told by mail.
 * The alternative is the command line (administrators.ts).
 */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ROLES, type Role } from '../../contract/profile-fields.ts'
import type { Administering } from '../audit/audit.ts'
import type { Core } from '../lib/core.ts'
import { rows, type Db, type Tx } from '../lib/db/db.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { enqueueMail, type Letter } from '../lib/mail/outbox.ts'
import { setRole } from '../profiles/profiles.ts'
import {
  confirmProposal,
  getOpenProposal,
  listOpenProposals,
  propose,
  withdrawProposal,
  type Proposal,
  type ProposalKind,
} from '../proposals/proposals.ts'
import { resetToAdministrator } from './administrators.ts'
import { readEmail } from './email-address.ts'
import { roleChangedLetter, roleChangeNoticeLetter } from './letters/roles.ts'
import { personIn, readPeople } from './people.ts'
import { sessions } from './schema.ts'

const ROLE_CHANGES: ProposalKind<Role> = {
  name: 'role_change',
  choices: ROLES,
  audited: {
    subject: 'account',
    proposed: 'role_change.proposed',
    confirmed: 'role.changed',
    withdrawn: 'role_change.withdrawn',
  },
}

const NOT_OPEN = { detail: 'This proposal is no longer open.' }

const PersonRow = z.object({ user_id: z.string(), full_name: z.string(), email: z.string(), from_role: z.enum(ROLES) })
type Changing = z.output<typeof PersonRow>

/** The people with these user ids whose accounts are open. */
async function readChanging(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, Changing>> {
  const found = await rows(
    db,
    sql`select users.id::text as user_id, full_name, email, role as from_role
          from users join profiles on profiles.user_id = users.id
         where users.id = any (${`{${userIds.join(',')}}`}::uuid[]) and email is not null`,
    PersonRow,
  )
  return new Map(found.map((person) => [person.user_id, person]))
}

/** The changes as this administrator sees them. Those of closed accounts are left out. */
async function describeChanges(db: Db | Tx, changes: readonly Proposal<Role>[], readerId: string) {
  const people = await readChanging(
    db,
    changes.map(({ subjectId }) => subjectId),
  )
  const proposers = await readPeople(
    db,
    changes.map(({ proposedBy }) => proposedBy),
  )
  return changes.flatMap(({ id, subjectId, choice, reason, proposedBy, proposedAt, expiresAt }) => {
    const person = people.get(subjectId)
    if (!person) return []
    return {
      id,
      ...person,
      role: choice,
      reason,
      proposed_by: personIn(proposers, proposedBy),
      may_confirm: proposedBy !== readerId,
      created_at: proposedAt,
      expires_at: expiresAt,
    }
  })
}

/** The pending changes, newest first, and whether the reader may confirm each. */
export async function listRoleChanges({ db, clock }: Core, readerId: string) {
  return describeChanges(db, await listOpenProposals(db, ROLE_CHANGES, clock.now()), readerId)
}

interface ProposedChange {
  readonly email: string
  readonly role: Role
  readonly reason: string
}

/**
 * Proposes a new role for an existing account.
 * @throws AppError `invalid_input` (no such account, or it has that role), `already_proposed`, `last_administrator`
 */
export function proposeRoleChange({ db, clock }: Core, by: Administering, { email, role, reason }: ProposedChange) {
  return db.transaction(async (tx) => {
    const person = await findPerson(tx, email)
    if (person.role === role) throw refused('role', 'This account already has that role.')
    if (role === 'beneficiary') await lockAdministrators(tx, person.id)
    const about = { subjectId: person.id, before: { role: person.role }, after: { role } }
    const proposal = { subjectId: person.id, choice: role, reason }
    const proposed = await propose(tx, ROLE_CHANGES, by, proposal, about, clock.now())
    const [change] = await describeChanges(tx, [proposed], by.userId)
    invariant(change, 'the account that was just found is open')
    return change
  })
}

async function findPerson(tx: Tx, typed: string) {
  const email = readEmail(typed)
  const [person] = await rows(
    tx,
    sql`select users.id::text, role from users join profiles on profiles.user_id = users.id where users.email = ${email}`,
    z.object({ id: z.string(), role: z.enum(ROLES) }),
  )
  if (!person) throw refused('email', 'No account has this address.')
  return person
}

function refused(field: string, message: string): AppError {
  return new AppError('invalid_input', { fields: [{ field, message }] })
}

/** Withdraws a proposal; any administrator may. @throws AppError `not_found` */
export function withdrawRoleChange({ db, clock }: Core, by: Administering, id: string) {
  return db.transaction(async (tx) => {
    const { subjectId, choice } = await getOpenProposal(tx, ROLE_CHANGES, id)
    await withdrawProposal(tx, ROLE_CHANGES, by, id, { subjectId, before: { role: choice } }, clock.now())
    return { id }
  })
}

/**
 * Confirms a change that another administrator proposed. A new administrator has all access to the account reset, as by the
 * command line, and sets a password by mail. A former administrator is signed out.
 * @throws AppError `not_found`, `second_administrator_needed`, `proposal_lapsed`, `last_administrator`, `forbidden` (the caller lost
 *   the role)
 */
export async function confirmRoleChange(core: Core, by: Administering, id: string) {
  const now = core.clock.now()
  const { subjectId, choice: role, proposedBy } = await getOpenProposal(core.db, ROLE_CHANGES, id)
  const person = (await readChanging(core.db, [subjectId])).get(subjectId)
  if (!person) throw new AppError('not_found', NOT_OPEN)
  const letters = await composeLetters(core, [proposedBy, by.userId], person.email, role)
  await core.db.transaction(async (tx) => {
    await lockAccounts(tx, [subjectId, by.userId])
    const administrators = await lockAdministrators(tx, role === 'beneficiary' ? subjectId : null)
    const before = administrators.includes(subjectId) ? 'admin' : 'beneficiary'
    await confirmProposal(tx, ROLE_CHANGES, by, id, { subjectId, before: { role: before }, after: { role } }, now)
    // Meanwhile the command line may have changed the role, or the owner closed the account.
    if (before === role || !(await readChanging(tx, [subjectId])).has(subjectId)) {
      throw new AppError('not_found', NOT_OPEN)
    }
    await apply(tx, { id: subjectId, email: person.email }, role, now)
    for (const letter of letters) await enqueueMail(tx, letter, now)
  })
  return { user_id: subjectId, role }
}

async function apply(tx: Tx, account: { id: string; email: string }, role: Role, now: Date): Promise<void> {
  if (role === 'admin') {
    const none = { passwordHash: null, passwordExpiresAt: null, passwordChangeRequired: false }
    await resetToAdministrator(tx, account, none, now)
    return
  }
  await setRole(tx, account.id, role, now)
  await tx.delete(sessions).where(eq(sessions.userId, account.id))
}

/** @param deciding the two administrators */
async function composeLetters(
  core: Core,
  deciding: readonly string[],
  email: string,
  role: Role,
): Promise<readonly Letter[]> {
  const people = await readPeople(core.db, deciding)
  const notified = deciding
    .map((userId) => personIn(people, userId).email)
    // An administrator who confirms the end of their own role gets only one mail.
    .filter((recipient) => recipient !== '' && recipient !== email)
  return Promise.all([
    roleChangedLetter(core, email, role),
    ...notified.map((recipient) => roleChangeNoticeLetter(core, recipient, email, role)),
  ])
}

/** Locks in one order, so that two changes cannot deadlock; accounts before profiles, like closing an account. */
async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  const chosen = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  await tx.execute(sql`select id from users where id in (${chosen}) order by id for update`)
}

/**
 * Locks the list of administrators. Of two concurrent changes that would leave none, the second waits here.
 * @param leaving the user who would no longer be one
 * @throws AppError `last_administrator`
 */
async function lockAdministrators(tx: Tx, leaving: string | null): Promise<string[]> {
  const found = await rows(
    tx,
    sql`select user_id::text from profiles where role = 'admin' order by id for update`,
    z.object({ user_id: z.string() }),
  )
  const administrators = found.map(({ user_id: id }) => id)
  if (administrators.length === 1 && administrators[0] === leaving) throw new AppError('last_administrator')
  return administrators
}
