/**
 * Role changes: one administrator proposes, a second one confirms (server/record/two-person), and all three people concerned are told by mail.
 * The alternative is the command line (administrators.ts).
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { STAFF_ROLES, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import type { Administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError, refusedField, invariant } from '../../platform/errors.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { requireAnotherAdministrator, setStaffRoles } from '../../record/profiles/profiles.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { propose, type ProposalKind } from '../../record/two-person/proposals.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { resetToStaff } from '../../people/sign-in/administrators.ts'
import { readEmail } from '../../people/sign-in/email-address.ts'
import { releaseWork } from './hand-over.ts'
import { endInvitation } from './invitations.ts'
import { rolesChangedLetter, rolesNoticeLetter } from './letters.ts'
import { personIn, readPeople } from '../../people/sign-in/people.ts'
import { joinRoles, ROLE_LISTS, splitRoles } from '../../people/sign-in/role-lists.ts'
import { endSessionsOf } from '../../people/sign-in/staff-sessions.ts'

const ROLE_CHANGES: ProposalKind<string> = {
  name: 'role_change',
  choices: ROLE_LISTS,
  audited: {
    subject: 'account',
    proposed: 'role_change.proposed',
    confirmed: 'role.changed',
    withdrawn: 'role_change.withdrawn',
  },
}

const NOT_OPEN = { detail: 'This proposal is no longer open.' }

const PersonRow = z.object({
  user_id: z.string(),
  full_name: z.string(),
  email: z.string(),
  from_roles: z.array(z.enum(STAFF_ROLES)),
})
type Changing = z.output<typeof PersonRow>

/** The people with these user ids whose accounts are open. */
async function readChanging(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, Changing>> {
  const found = await rows(
    db,
    sql`select users.id::text as user_id, full_name, email, staff_roles as from_roles
          from users join profiles on profiles.user_id = users.id
         where users.id = any (${`{${userIds.join(',')}}`}::uuid[]) and email is not null`,
    PersonRow,
  )
  return new Map(found.map((person) => [person.user_id, person]))
}

interface ProposedChange {
  readonly email: string
  /** None: they are no longer staff. */
  readonly roles: readonly StaffRole[]
  readonly reason: string
}

/**
 * Proposes the roles that an existing account has from then on.
 * @throws AppError `invalid_input` (no such account, or it has these roles), `already_proposed`, `last_administrator`
 */
export function proposeRoleChange({ db, clock }: Core, by: Administering, { email, roles, reason }: ProposedChange) {
  return db.transaction(async (tx) => {
    const person = await findPerson(tx, email, by)
    const [before, choice] = [joinRoles(person.roles), joinRoles(roles)]
    if (before === choice) throw refusedField('roles', 'This account already has these roles.')
    if (!roles.includes('administrator')) await requireAnotherAdministrator(tx, person.id)
    const about = { subjectId: person.id, before: { role: before }, after: { role: choice } }
    const proposal = { subjectId: person.id, choice, reason }
    const proposed = await propose(tx, ROLE_CHANGES, by, proposal, about, clock.now())
    return viewProposal(proposed, await readPeople(tx, [by.userId]), by.userId)
  })
}

/** Locks both accounts like a confirmation: an operator's command may be changing either. */
async function findPerson(tx: Tx, typed: string, by: Administering) {
  const email = readEmail(typed)
  const named = sql`select id::text from users where email = ${email}`
  const [account] = await rows(tx, named, z.object({ id: z.string() }))
  if (account) await lockAccounts(tx, [account.id, by.userId])
  const [person] = await rows(
    tx,
    sql`select users.id::text, staff_roles as roles from users join profiles on profiles.user_id = users.id where users.email = ${email}`,
    z.object({ id: z.string(), roles: z.array(z.enum(STAFF_ROLES)) }),
  )
  if (!person) throw refusedField('email', 'No account has this address.')
  return person
}

/**
 * Changing the roles of an account. New staff have all access to the account reset, as by the command line, and set a password by
 * mail. Staff whose roles change are signed out, and what they may no longer do goes back to the queue.
 */
export const roleDecision = (core: Core) =>
  decisionKind(core, {
    ...ROLE_CHANGES,
    async lock({ tx, by }, { subjectId, choice }) {
      await lockAccounts(tx, [subjectId, by.userId])
      await requireAnotherAdministrator(tx, splitRoles(choice).includes('administrator') ? null : subjectId)
      return (await readChanging(tx, [subjectId])).get(subjectId)
    },
    refuse(_step, person, { choice }) {
      // Meanwhile the command line may have changed the roles, or the owner closed the account.
      if (!person || joinRoles(person.from_roles) === choice) throw new AppError('not_found', NOT_OPEN)
    },
    about: (person, { subjectId, choice }) => ({
      subjectId,
      before: { role: joinRoles(person?.from_roles ?? []) },
      after: { role: choice },
    }),
    async carryOut({ tx, by, now }, person, { subjectId, choice, proposedBy }) {
      invariant(person, 'refused without an open account')
      const roles = splitRoles(choice)
      await apply(tx, { id: subjectId, email: person.email, roles }, person.from_roles.length > 0, now)
      await releaseWork(tx, by, { userId: subjectId, roles }, now)
      await endInvitation(tx, by, person.email, now)
      const deciding = await readPeople(tx, [proposedBy, by.userId])
      const { email } = person
      await writeMail(core, tx, email, rolesChangedLetter({ roles, wasStaff: person.from_roles.length > 0 }), now)
      for (const userId of [proposedBy, by.userId]) {
        const recipient = personIn(deciding, userId).email
        // An administrator who confirms the end of their own role gets only one mail.
        if (recipient !== email) await writeMail(core, tx, recipient, rolesNoticeLetter(email, roles), now)
      }
    },
    withdraw: (_step, { subjectId, choice }) => ({ subjectId, before: { role: choice } }),
    // Its owner may have closed the account.
    over: () => sql`not exists (select from users where users.id = proposals.subject_id and closed_at is null)`,
    async view(db, changes) {
      const people = await readChanging(
        db,
        changes.map(({ subjectId }) => subjectId),
      )
      return new Map(
        changes.map(({ id, subjectId, choice }) => {
          const person = people.get(subjectId)
          const before = person ? joinRoles(person.from_roles) : null
          const { full_name: name = '', email = '' } = person ?? {}
          const subject = name === '' ? email : `${name} (${email})`
          return [id, { subject, facts: [{ name: 'roles' as const, before, after: choice }] }]
        }),
      )
    },
  })

/** @param wasStaff then the account keeps its password and second steps */
async function apply(
  tx: Tx,
  account: { id: string; email: string; roles: readonly StaffRole[] },
  wasStaff: boolean,
  now: Date,
): Promise<void> {
  if (!wasStaff) {
    const none = { passwordHash: null, passwordExpiresAt: null, passwordChangeRequired: false }
    await resetToStaff(tx, account, none, now)
    return
  }
  await setStaffRoles(tx, account.id, account.roles, now)
  await endSessionsOf(tx, account.id)
}

/**
 * Locks in one order, so that two changes cannot deadlock; accounts before profiles, like closing an account. What these people do at
 * this moment is not held up: they may hold a request of theirs, which a change of roles needs.
 */
async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  const chosen = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  await tx.execute(sql`select id from users where id in (${chosen}) order by id for no key update`)
}
