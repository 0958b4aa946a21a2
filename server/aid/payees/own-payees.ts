/** The account that an applicant names for a request, and its part in the data export and in closing the account with us. */
import { and, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Relation } from '../../../contract/aid/payee-fields.ts'
import { keepDigest } from '../../record/audit/act-digests.ts'
import { aidApplications, type Application } from '../requests/schema.ts'
import { leaveTiedOwners } from '../requests/tied-owners.ts'
import { lockRequest, noSuchRequest } from '../requests/wake.ts'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import { readFormerAddresses } from '../../people/sign-in/reserved-addresses.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import { after } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { tellAct, tellFormerAddresses } from '../requests/request-mail.ts'
import type { BankAccount } from '../../money/payments/paystack-transfers.ts'
import { PAYEE } from './acts.ts'
import { confirmAccount, hashAccount, sealAccount, type Payees } from './accounts.ts'
import { compareNames } from '../../record/profiles/name-match.ts'
import { payees as table, receivingWishes, type Payee } from './schema.ts'
import { changedWait, needsCheck, readPayeeChanges, type PayeeChange } from './standing.ts'

/** Someone who receives it for the applicant. */
export interface Receiver {
  readonly name: string
  readonly relation: Relation
}

/** An applicant's own, or that of someone who receives it for them. */
const ofPerson = isNotNull(table.applicationId)

/** Shapes an account for its owner. */
export const viewOwn = (payee: Payee, changes: readonly PayeeChange[]) => ({
  bank_name: payee.bankName,
  account_ending: payee.accountEnding,
  account_name: payee.resolvedName ?? '',
  usable_from: payee.usableFrom,
  doubt: payee.doubt,
  needs_check: needsCheck(payee, changes),
  receiver: payee.relation && { name: payee.name ?? '', relation: payee.relation },
})

export async function findCurrent(db: Db | Tx, applicationId: string): Promise<Payee | null> {
  const [found] = await db
    .select()
    .from(table)
    .where(and(eq(table.applicationId, applicationId), isNull(table.replacedAt)))
  return found ?? null
}

/** @throws AppError `not_found`: not this person's request, or withdrawn */
export async function requireOwn(db: Db | Tx, userId: string, applicationId: string): Promise<void> {
  const [request] = await db
    .select({ id: aidApplications.id })
    .from(aidApplications)
    .where(
      and(eq(aidApplications.id, applicationId), eq(aidApplications.userId, userId), isNull(aidApplications.erasedAt)),
    )
  if (!request) throw noSuchRequest()
}

/**
 * Locks the account of a person and their request, before they say how it is paid.
 * @throws AppError `not_found`: it moved to another account meanwhile, or was withdrawn, or the account is closed
 */
export async function lockOwnRequest(tx: Tx, userId: string, applicationId: string): Promise<Application> {
  // An account that is being closed keeps nothing new.
  if (!(await lockOpenAccount(tx, userId, 'key share'))) throw noSuchRequest()
  const request = await lockRequest(tx, applicationId)
  if (request?.userId !== userId || request.erasedAt) throw noSuchRequest()
  return request
}

/** Stops payouts to the vendor that the applicant asked for until now (`isGivenUp`). */
export async function giveUpVendor(tx: Tx, applicationId: string, now: Date): Promise<void> {
  await tx.update(aidApplications).set({ vendorGivenUpAt: now }).where(eq(aidApplications.id, applicationId))
}

/**
 * Names the account for a request, in place of another wish. Another account than before replaces it, waits, and is told to the
 * applicant. A first one waits too while a change of their address can be undone, and the address of before is told of it. Two administrators check
 * someone else's account.
 */
export async function nameOwnPayee(
  core: Payees,
  userId: string,
  applicationId: string,
  named: BankAccount & { readonly accountName: string; readonly receiver?: Receiver | undefined },
) {
  await requireOwn(core.db, userId, applicationId)
  const account = await confirmAccount(core, named, named.accountName)
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const request = await lockOwnRequest(tx, userId, applicationId)
    const person = await readPerson(tx, userId)
    const { receiver } = named
    const { comparedWith, match } = compareWithKnown(
      receiver ? [receiver.name] : [await readApprovedName(tx, applicationId), person.full_name],
      named.accountName,
    )
    const accountHmac = hashAccount(core.keys, account)
    await lockNaming(tx, accountHmac)
    const before = await findCurrent(tx, applicationId)
    const wished = await tx
      .delete(receivingWishes)
      .where(eq(receivingWishes.applicationId, applicationId))
      .returning({ payeeId: receivingWishes.payeeId })
    if (wished.some(({ payeeId }) => payeeId !== null)) await giveUpVendor(tx, applicationId, now)
    const tellWay = () => (wished.length > 0 ? tellAct(core, tx, request, 'wayChanged') : undefined)
    const isSame =
      before?.resolvedName === account.accountName &&
      before.relation === (receiver?.relation ?? null) &&
      before.name === (receiver?.name ?? null)
    if (before?.accountHmac?.equals(accountHmac) && isSame) {
      await tellWay()
      return view(tx, before)
    }
    // A former owner of the request may have named one that is no longer in use.
    const isFirst = (await tx.$count(table, eq(table.applicationId, applicationId))) === 0
    const isMoved = (await readFormerAddresses(tx, userId, now)).length > 0
    if (before) await tx.update(table).set({ replacedAt: now }).where(eq(table.id, before.id))
    const id = newId()
    const [payee] = await tx
      .insert(table)
      .values({
        id,
        kind: receiver ? 'guardian' : 'applicant',
        applicationId,
        name: receiver?.name ?? null,
        relation: receiver?.relation ?? null,
        bankCode: account.bankCode,
        bankName: account.bankName,
        accountEncrypted: sealAccount(core.keys, id, account),
        accountHmac,
        accountEnding: account.accountNumber.slice(-4),
        resolvedName: account.accountName,
        match,
        comparedWith,
        shared: await isShared(tx, accountHmac, userId),
        recipientCode: account.recipientCode,
        usableFrom: isFirst && !isMoved ? now : after(now, await changedWait(core, tx)),
        proposedBy: userId,
        createdAt: now,
      })
      .returning()
    if (!payee) throw new Error('nameOwnPayee: an insert returns its row')
    await keepDigest(core, tx, PAYEE, id)
    if (before) await tellAct(core, tx, request, 'payeeChanged')
    else await (tellWay() ?? tellFormerAddresses(core, tx, request, 'payeeChanged'))
    await leaveTiedOwners(tx, userId, now)
    return view(tx, payee)
  })
}

const view = async (tx: Tx, payee: Payee) => viewOwn(payee, (await readPayeeChanges(tx, [payee.id]))(payee.id))

async function readApprovedName(tx: Tx, applicationId: string): Promise<string | null> {
  const [request] = await tx
    .select({ name: aidApplications.approvedName })
    .from(aidApplications)
    .where(eq(aidApplications.id, applicationId))
  return request?.name ?? null
}

/** Compares the bank's name with the first of these names that fits at all. Two people look where that is not the approved one. */
function compareWithKnown(names: readonly (string | null)[], bankName: string) {
  for (const comparedWith of names.filter((name) => name !== null)) {
    const match = compareNames(comparedWith, bankName)
    if (match !== 'none') return { comparedWith, match }
  }
  throw new AppError('account_name_differs')
}

/** Serialises people who name the same account: the second waits here, and then finds the first. */
async function lockNaming(tx: Tx, accountHmac: Buffer): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${accountHmac.toString('hex')}, 0))`)
}

/** Has another person named this account? */
async function isShared(tx: Tx, accountHmac: Buffer, userId: string): Promise<boolean> {
  const found = await tx
    .select({ proposedBy: table.proposedBy })
    .from(table)
    .where(and(eq(table.accountHmac, accountHmac), ofPerson))
  return found.some(({ proposedBy }) => proposedBy !== userId)
}

export const payeesPart: AccountPart = {
  name: 'payees',
  async collect(db, userId) {
    const own = await db
      .select()
      .from(table)
      .where(and(ofPerson, eq(table.proposedBy, userId)))
      .orderBy(table.createdAt)
    const wishes = await db
      .select({ wish: receivingWishes, vendor: table })
      .from(receivingWishes)
      .innerJoin(aidApplications, eq(aidApplications.id, receivingWishes.applicationId))
      .leftJoin(table, eq(table.id, receivingWishes.payeeId))
      .where(eq(aidApplications.userId, userId))
      .orderBy(receivingWishes.updatedAt)
    const named = own.map((payee) => ({
      request: payee.applicationId,
      bank: payee.bankName,
      account_ending: payee.accountEnding,
      account_name: payee.resolvedName,
      receiver: payee.name,
      relation: payee.relation,
      named_at: payee.createdAt,
      replaced_at: payee.replacedAt,
    }))
    const wished = wishes.map(({ wish: { applicationId, way, updatedAt }, vendor }) => ({
      request: applicationId,
      way,
      vendor: vendor?.name,
      bank: vendor?.bankName,
      account_ending: vendor?.accountEnding,
      named_at: updatedAt,
    }))
    return [...named, ...wished]
  },
  // No payment goes to an account that is replaced, nor to a vendor that was given up.
  async endNamed(tx, userId, since, now) {
    const named = await tx
      .update(table)
      .set({ replacedAt: now })
      .where(and(ofPerson, eq(table.proposedBy, userId), gte(table.createdAt, since), isNull(table.replacedAt)))
      .returning({ id: table.id })
    const wished = await tx
      .delete(receivingWishes)
      .where(and(ofRequestsOf(tx, userId), gte(receivingWishes.updatedAt, since)))
      .returning()
    for (const { applicationId, way } of wished) if (way === 'vendor') await giveUpVendor(tx, applicationId, now)
    return named.length + wished.length > 0
  },
  async erase(tx, userId) {
    await tx
      .update(table)
      .set(ERASED)
      .where(and(ofPerson, eq(table.proposedBy, userId)))
    await tx.delete(receivingWishes).where(ofRequestsOf(tx, userId))
    await eraseVendorsOf(tx, userId)
  },
}

/** Erases vendors that this person alone named: a landlord is a person too. */
async function eraseVendorsOf(tx: Tx, userId: string): Promise<void> {
  const isWished = sql`exists (select from receiving_wishes where payee_id = ${table.id})`
  const isUsed = sql`(${table.confirmedAt} is not null or was_paid(${table.id}) or ${isWished})`
  await tx
    .update(table)
    // Keeps the keyed hash: the digest of the act covers it, and it finds no one.
    .set({ name: null, accountEncrypted: null, resolvedName: null })
    .where(and(isNull(table.applicationId), eq(table.proposedBy, userId), sql`not ${isUsed}`))
}

const ofRequestsOf = (tx: Tx, userId: string) =>
  inArray(
    receivingWishes.applicationId,
    tx.select({ id: aidApplications.id }).from(aidApplications).where(eq(aidApplications.userId, userId)),
  )

const ERASED = {
  name: null,
  accountEncrypted: null,
  // The keyed hash of an account that was paid is an accounting record (`was_paid`).
  accountHmac: sql`case when was_paid(${table.id}) then ${table.accountHmac} end`,
  resolvedName: null,
  comparedWith: null,
} as const

/** Erases the accounts that were named for a request, and how its applicant wishes to be paid: nothing is paid for it any more. */
export async function eraseNamedAccounts(tx: Tx, applicationId: string, now: Date): Promise<void> {
  const replacedAt = sql`coalesce(${table.replacedAt}, ${now.toISOString()}::timestamptz)`
  await tx
    .update(table)
    .set({ ...ERASED, replacedAt })
    .where(eq(table.applicationId, applicationId))
  await tx.execute(sql`delete from receiving_wishes where application_id = ${applicationId}::uuid`)
}
