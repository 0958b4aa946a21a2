/**
 * Invitations: two administrators decide that an address joins the staff, and a link is mailed that works once. Only who can read
 * that mailbox gets in, as with a change of roles.
 */
import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { invitation } from '../../../contract/office/invitations.ts'
import type { StaffRole } from '../../../contract/platform/staff-roles.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { resetToStaff } from '../../people/sign-in/administrators.ts'
import { readEmail } from '../../people/sign-in/email-address.ts'
import { insertAccount } from '../../people/sign-in/new-account.ts'
import { checkPasswordRules, hashPassword } from '../../people/sign-in/passwords.ts'
import { readPeople } from '../../people/sign-in/people.ts'
import { AuthRefusal } from '../../people/sign-in/refusals.ts'
import { joinRoles, ROLE_LISTS } from '../../people/sign-in/role-lists.ts'
import { users } from '../../people/sign-in/schema.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError, refusedField, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Job } from '../../platform/jobs.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { outgoingMail } from '../../platform/mail/schema.ts'
import { hashAddress, isAddressStopped } from '../../platform/mail/stopped-addresses.ts'
import { findStaffRoles, saveProfile } from '../../record/profiles/profiles.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { lapseProposal, listUndecidedProposals, propose, type ProposalKind } from '../../record/two-person/proposals.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { invitationLetter } from './letters.ts'
import { staffInvitations as table, type StaffInvitation } from './schema.ts'

const INVITATIONS: ProposalKind<string> = {
  name: 'invitation',
  choices: ROLE_LISTS,
  audited: {
    subject: 'invitation',
    proposed: 'invitation.proposed',
    confirmed: 'invitation.sent',
    withdrawn: 'invitation.withdrawn',
  },
}

const NO_SUCH = { detail: 'There is no such invitation.' }
const LINK_VALID_FOR = hours(24 * 3)
/** Those that were not used are kept so long, so that a new one for the same address replaces it. */
const KEPT_FOR = hours(24 * 30)

interface NewInvitation {
  readonly email: string
  readonly roles: readonly StaffRole[]
  readonly reason: string
}

type Shown = z.output<typeof invitation>

/** Lists invitations that wait for a second administrator or for the person, or have lapsed or expired, newest first. */
export async function listInvitations(core: Core, readerId: string) {
  const { db } = core
  const now = core.clock.now()
  const rows = await db.select().from(table).orderBy(desc(table.createdAt), desc(table.id)).limit(200)
  const ids = rows.map(({ id }) => id)
  const proposals = await listUndecidedProposals(db, INVITATIONS, now, ids)
  const people = await readPeople(
    db,
    proposals.map(({ proposedBy }) => proposedBy),
  )
  const unsent = await findUnsent(
    core,
    rows.filter(({ expiresAt }) => expiresAt !== null && expiresAt > now),
  )
  return rows.flatMap(({ id, email, roles, expiresAt }): Shown | [] => {
    const proposal = proposals.find(({ subjectId }) => subjectId === id)
    if (proposal) {
      const view = viewProposal(proposal, people, readerId, { isOver: proposal.lapsed })
      return { id, email, roles, state: 'proposed', proposal: view, expires_at: proposal.expiresAt }
    }
    if (!expiresAt) return []
    const state = expiresAt <= now ? 'expired' : unsent.has(id) ? 'unsent' : 'sent'
    return { id, email, roles, state, proposal: null, expires_at: expiresAt }
  })
}

/** Invitations whose mail was given up, or whose address wants none. */
async function findUnsent(core: Core, all: readonly StaffInvitation[]): Promise<ReadonlySet<string>> {
  const ids = all.map(({ mailId }) => mailId).filter((id) => id !== null)
  const failed = await core.db
    .select({ id: outgoingMail.id })
    .from(outgoingMail)
    .where(and(inArray(outgoingMail.id, ids), isNotNull(outgoingMail.failedAt)))
  const unsent = new Set<string>()
  for (const { id, email, mailId } of all)
    if (failed.some((mail) => mail.id === mailId) || (await isAddressStopped(core.db, hashAddress(core, email))))
      unsent.add(id)
  return unsent
}

/** Proposes an invitation. @throws AppError `invalid_input` (no address, or it has an account), `already_proposed` */
export function proposeInvitation(
  { db, clock }: Core,
  by: Administering,
  { email: typed, roles, reason }: NewInvitation,
) {
  const now = clock.now()
  const email = readEmail(typed)
  if (email === null) throw refusedField('email', 'Enter an email address.')
  return db.transaction(async (tx) => {
    const fresh = { roles: [...roles], tokenHash: null, expiresAt: null, createdAt: now, mailId: null }
    const [invited] = await tx
      .insert(table)
      .values({ id: newId(), email, ...fresh })
      .onConflictDoUpdate({ target: table.email, set: fresh })
      .returning({ id: table.id })
    invariant(invited, 'an upsert returns its row')
    // Comes after the upsert, which waits for someone who accepts the invitation.
    const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (known) throw refusedField('email', 'This address has an account. Give it roles instead.')
    const choice = joinRoles(roles)
    const about = { subjectId: invited.id, after: { role: choice } }
    await propose(tx, INVITATIONS, by, { subjectId: invited.id, choice, reason }, about, now)
    return invited
  })
}

/** Inviting someone to the staff, which mails the link. */
export const invitationDecision = (core: Core) =>
  decisionKind(core, {
    ...INVITATIONS,
    lock: ({ tx }, { subjectId }) => lockInvitation(tx, subjectId),
    about: ({ id, roles }) => ({ subjectId: id, after: { role: joinRoles(roles) } }),
    async carryOut({ tx, now }, { id, email, roles }) {
      const token = randomBytes(32).toString('base64url')
      const link = { tokenHash: sha256(token), expiresAt: after(now, LINK_VALID_FOR) }
      const mailId = await writeMail(core, tx, email, invitationLetter(roles, token), now)
      await tx
        .update(table)
        .set({ ...link, mailId })
        .where(eq(table.id, id))
    },
    async withdraw({ tx }, { subjectId }) {
      const { id, roles } = await lockInvitation(tx, subjectId)
      await tx.delete(table).where(eq(table.id, id))
      return { subjectId, before: { role: joinRoles(roles) } }
    },
    async view(db, proposed) {
      const ids = proposed.map(({ subjectId }) => subjectId)
      const invited = await db.select().from(table).where(inArray(table.id, ids))
      return new Map(
        proposed.map(({ id, subjectId, choice }) => {
          const subject = invited.find((each) => each.id === subjectId)?.email ?? ''
          return [id, { subject, facts: [{ name: 'roles' as const, before: null, after: choice }] }]
        }),
      )
    },
  })

/** Withdraws an invitation whose link was mailed: one person may. @throws AppError `not_found`: not sent, used or withdrawn */
export function withdrawInvitation({ db, clock }: Core, by: Administering, id: string) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const { tokenHash, roles } = await lockInvitation(tx, id)
    if (tokenHash === null) throw new AppError('not_found', NO_SUCH)
    const about = { subjectId: id, before: { role: joinRoles(roles) } }
    await recordAudit(tx, { by, action: 'invitation.withdrawn', subject: 'invitation', ...about }, now)
    await tx.delete(table).where(eq(table.id, id))
    return { id }
  })
}

/** Revokes an unused invitation when the roles of its account change: its link would restore the old ones. */
export async function endInvitation(tx: Tx, by: Administering, email: string, now: Date): Promise<void> {
  const [ended] = await tx.delete(table).where(eq(table.email, email)).returning()
  if (!ended) return
  await lapseProposal(tx, INVITATIONS, ended.id, now)
  const about = { subjectId: ended.id, before: { role: joinRoles(ended.roles) } }
  await recordAudit(tx, { by, action: 'invitation.withdrawn', subject: 'invitation', ...about }, now)
}

const NO_LONGER_WORKS = { detail: 'This link no longer works.' }

interface Accepted {
  readonly token: string
  readonly fullName: string
  readonly password: string
}

/**
 * Accepts an invitation. An account that the address has got meanwhile is reset, as by a change of roles.
 * @throws AppError `not_found` (used, withdrawn, expired, or the address is staff by now), `invalid_input` (a weak password)
 */
export async function acceptInvitation(core: Core, { token, fullName, password }: Accepted) {
  const now = core.clock.now()
  requireStrong(password)
  const passwordHash = await hashPassword(password)
  return core.db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(table)
      .where(eq(table.tokenHash, sha256(token)))
      .for('update')
    if (!found?.expiresAt || found.expiresAt <= now) throw new AppError('not_found', NO_LONGER_WORKS)
    const { email, roles } = found
    const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for('update')
    // Two administrators have given the account roles since: those count.
    if (known && (await findStaffRoles(tx, known.id)).length > 0) throw new AppError('not_found', NO_LONGER_WORKS)
    const id = known?.id ?? (await insertAccount(core, tx, { email, passwordHash: null, data: {}, confirmedAt: now }))
    const credentials = { passwordHash, passwordExpiresAt: null, passwordChangeRequired: false }
    await resetToStaff(tx, { id, email, roles }, credentials, now)
    await saveProfile({ ...core, db: tx }, id, { fullName, phone: undefined, address: undefined, bio: undefined })
    await tx.delete(table).where(eq(table.id, found.id))
    const change = { before: { role: joinRoles([]) }, after: { role: joinRoles(roles) } }
    await recordAudit(tx, { by: 'system', action: 'role.changed', subject: 'account', subjectId: id, ...change }, now)
    return { email }
  })
}

/** Deletes unused invitations, and lapses what was proposed about them: no one could withdraw it any more. */
export const invitationsCleanup: Job = {
  name: 'team.invitations',
  everyMilliseconds: hours(24),
  async run({ db, clock }) {
    const now = clock.now()
    await db.transaction(async (tx) => {
      const gone = await tx
        .delete(table)
        .where(lt(table.createdAt, after(now, -KEPT_FOR)))
        .returning({ id: table.id })
      for (const { id } of gone) await lapseProposal(tx, INVITATIONS, id, now)
    })
  },
}

async function lockInvitation(tx: Tx, id: string): Promise<StaffInvitation> {
  const [found] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  if (!found) throw new AppError('not_found', NO_SUCH)
  return found
}

function requireStrong(password: string): void {
  try {
    checkPasswordRules(password, 'admin')
  } catch (error) {
    if (error instanceof AuthRefusal) throw refusedField('password', error.message)
    throw error
  }
}
