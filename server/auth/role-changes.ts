/**
 * Role changes: one administrator proposes, a second one confirms, and all three people concerned are told by mail. The
 * alternative is the command line (administrators.ts).
 */
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { ROLES, type Role } from '../../contract/profile-fields.ts'
import { recordAudit, type Administering } from '../audit/audit.ts'
import type { Core } from '../lib/core.ts'
import { rows, type Db, type Tx } from '../lib/db/db.ts'
import { isUniqueViolation } from '../lib/db/errors.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { enqueueMail, type Letter } from '../lib/mail/outbox.ts'
import { setRole } from '../profiles/profiles.ts'
import { resetToAdministrator } from './administrators.ts'
import { readEmail } from './email-address.ts'
import { roleChangedLetter, roleChangeNoticeLetter } from './letters/roles.ts'
import { roleChanges, sessions } from './schema.ts'

const ChangeRow = z.object({
  id: z.string(),
  user_id: z.string(),
  full_name: z.string(),
  email: z.string(),
  from_role: z.enum(ROLES),
  role: z.enum(ROLES),
  reason: z.string(),
  proposer_id: z.string(),
  proposer_name: z.string(),
  proposer_email: z.string(),
  created_at: z.coerce.date(),
})
type Change = z.output<typeof ChangeRow>

const NOT_PENDING = { detail: 'This role change is no longer pending.' }

/** Pending changes of open accounts whose proposer is still an administrator, newest first. */
function readPending(db: Db | Tx, chosen: SQL): Promise<Change[]> {
  return rows(
    db,
    sql`select changes.id::text, changes.user_id::text, person.full_name, users.email, person.role as from_role, changes.role,
               reason, changes.proposed_by::text as proposer_id, proposer.full_name as proposer_name,
               coalesce(proposers.email, '') as proposer_email, changes.created_at
          from role_changes as changes
          join users on users.id = changes.user_id and users.email is not null
          join profiles as person on person.user_id = users.id
          join users as proposers on proposers.id = changes.proposed_by
          join profiles as proposer on proposer.user_id = proposers.id and proposer.role = 'admin'
         where changes.confirmed_at is null and changes.withdrawn_at is null and ${chosen}
         order by changes.created_at desc, changes.id desc`,
    ChangeRow,
  )
}

function toRoleChangeJson(
  { proposer_id: proposerId, proposer_name, proposer_email, ...change }: Change,
  readerId: string,
) {
  return {
    ...change,
    proposed_by: { user_id: proposerId, full_name: proposer_name, email: proposer_email },
    may_confirm: proposerId !== readerId,
  }
}

/** The pending changes, newest first, and whether the reader may confirm each. */
export async function listRoleChanges({ db }: Core, readerId: string) {
  return (await readPending(db, sql`true`)).map((change) => toRoleChangeJson(change, readerId))
}

interface Proposal {
  readonly email: string
  readonly role: Role
  readonly reason: string
}

/**
 * Proposes a new role for an existing account.
 * @throws AppError `invalid_input` (no such account, or it has that role), `already_proposed`, `last_administrator`
 */
export async function proposeRoleChange({ db, clock }: Core, by: Administering, { email, role, reason }: Proposal) {
  const now = clock.now()
  try {
    return await db.transaction(async (tx) => {
      const person = await findPerson(tx, email)
      if (person.role === role) throw refused('role', 'This account already has that role.')
      if (role === 'beneficiary') await lockAdministrators(tx, person.id)
      // Proposals of former administrators are void, and would block this one.
      await withdrawOrphanedProposals(tx, person.id, now)
      const id = newId()
      await tx
        .insert(roleChanges)
        .values({ id, userId: person.id, role, reason, proposedBy: by.userId, createdAt: now })
      await recordAudit(
        tx,
        {
          by,
          action: 'role_change.proposed',
          subject: 'account',
          subjectId: person.id,
          before: { role: person.role },
          after: { role },
        },
        now,
      )
      const [change] = await readPending(tx, sql`changes.id = ${id}::uuid`)
      invariant(change, 'a change that was just proposed is pending')
      return toRoleChangeJson(change, by.userId)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'role_changes_one_pending')) throw new AppError('already_proposed')
    throw error
  }
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

async function withdrawOrphanedProposals(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update role_changes set withdrawn_at = ${now.toISOString()}::timestamptz
     where user_id = ${userId}::uuid and confirmed_at is null and withdrawn_at is null
       and not exists (select from profiles where profiles.user_id = proposed_by and profiles.role = 'admin')`)
}

/** Withdraws a proposal; any administrator may. @throws AppError `not_found` */
export function withdrawRoleChange({ db, clock }: Core, by: Administering, id: string) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [withdrawn] = await tx
      .update(roleChanges)
      .set({ withdrawnAt: now })
      .where(and(eq(roleChanges.id, id), isNull(roleChanges.confirmedAt), isNull(roleChanges.withdrawnAt)))
      .returning()
    if (!withdrawn) throw new AppError('not_found', NOT_PENDING)
    const about = { action: 'role_change.withdrawn', subject: 'account', subjectId: withdrawn.userId } as const
    await recordAudit(tx, { by, ...about, before: { role: withdrawn.role } }, now)
    return { id }
  })
}

/**
 * Confirms a change that another administrator proposed. A new administrator has all access to the account reset, as by the
 * command line, and sets a password by mail. A former administrator is signed out.
 * @throws AppError `not_found`, `second_administrator_needed`, `last_administrator`, `forbidden` (the caller lost the role)
 */
export async function confirmRoleChange(core: Core, by: Administering, id: string) {
  const now = core.clock.now()
  const [proposed] = await readPending(core.db, sql`changes.id = ${id}::uuid`)
  if (!proposed) throw new AppError('not_found', NOT_PENDING)
  if (proposed.proposer_id === by.userId) throw new AppError('second_administrator_needed')
  const letters = await composeLetters(core, by, proposed)
  await core.db.transaction(async (tx) => {
    await lockAccounts(tx, [proposed.user_id, by.userId])
    const administrators = await lockAdministrators(tx, proposed.role === 'beneficiary' ? proposed.user_id : null)
    if (!administrators.includes(by.userId)) throw new AppError('forbidden')
    const [confirmed] = await tx
      .update(roleChanges)
      .set({ confirmedBy: by.userId, confirmedAt: now })
      .where(and(eq(roleChanges.id, id), isNull(roleChanges.confirmedAt), isNull(roleChanges.withdrawnAt)))
      .returning()
    // Check again under the locks.
    const before = administrators.includes(proposed.user_id) ? 'admin' : 'beneficiary'
    if (!confirmed || before === proposed.role || !administrators.includes(proposed.proposer_id)) {
      throw new AppError('not_found', NOT_PENDING)
    }
    await apply(tx, proposed, now)
    const about = { action: 'role.changed', subject: 'account', subjectId: proposed.user_id } as const
    await recordAudit(tx, { by, ...about, before: { role: before }, after: { role: proposed.role } }, now)
    for (const letter of letters) await enqueueMail(tx, letter, now)
  })
  return { user_id: proposed.user_id, role: proposed.role }
}

async function apply(tx: Tx, { user_id: id, email, role }: Change, now: Date): Promise<void> {
  if (role === 'admin') {
    const none = { passwordHash: null, passwordExpiresAt: null, passwordChangeRequired: false }
    await resetToAdministrator(tx, { id, email }, none, now)
    return
  }
  await setRole(tx, id, role, now)
  await tx.delete(sessions).where(eq(sessions.userId, id))
}

function composeLetters(core: Core, by: Administering, change: Change): Promise<Letter[]> {
  return rows(
    core.db,
    sql`select email from users where id = ${by.userId}::uuid`,
    z.object({ email: z.string() }),
  ).then((confirmers) =>
    Promise.all([
      roleChangedLetter(core, change.email, change.role),
      ...[change.proposer_email, ...confirmers.map(({ email }) => email)]
        // An administrator who confirms the end of their own role gets only one mail.
        .filter((email) => email !== '' && email !== change.email)
        .map((email) => roleChangeNoticeLetter(core, email, change.email, change.role)),
    ]),
  )
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
