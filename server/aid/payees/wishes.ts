/** How applicants want to receive what is granted, where it is not an account that they named: in cash, or by paying a vendor. */
import { eq, sql } from 'drizzle-orm'
import { VENDOR_KINDS } from '../../../contract/aid/payee-fields.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { plain, prepared } from '../../platform/db/prepared.ts'
import { invariant } from '../../platform/errors.ts'
import type { Application } from '../requests/schema.ts'
import { tellAct, tellFormerAddresses } from '../requests/request-mail.ts'
import { confirmAccount, type Payees } from './accounts.ts'
import { findCurrent, giveUpVendor, lockOwnRequest, requireOwn, viewOwn } from './own-payees.ts'
import { payees as table, receivingWishes, type Payee } from './schema.ts'
import {
  isUsable,
  needsCheck,
  readApplicantChanges,
  readPayeeChanges,
  waitsUntil,
  type PayeeChange,
  type WaitRules,
} from './standing.ts'
import { keepVendor, type NewVendor } from './vendors.ts'

/** Reads the applicant's choices so far. @throws AppError `not_found`: not this person's request */
export async function readReceiving(core: Core, userId: string, applicationId: string) {
  await requireOwn(core.db, userId, applicationId)
  const payee = await findCurrent(core.db, applicationId)
  const [wish] = await readWishes(core.db, [applicationId])
  const changesOf = await readPayeeChanges(core.db, payee ? [payee.id] : [])
  return { payee: payee && viewOwn(payee, changesOf(payee.id)), wish: wish ? viewWish(wish) : null }
}

interface Wish {
  readonly applicationId: string
  /** Only for a vendor. */
  readonly payee: Payee | null
}

function viewWish({ payee }: Wish) {
  if (!payee) return { way: 'cash' } as const
  const kind = VENDOR_KINDS.find((each) => each === payee.kind)
  invariant(kind, 'a wish names a vendor')
  return {
    way: 'vendor',
    kind,
    name: payee.name ?? '',
    bank_name: payee.bankName,
    account_ending: payee.accountEnding,
    needs_check: needsCheck(payee, []),
  } as const
}

const selectWishes = prepared('receiving_wishes', { ids: plain<readonly string[]>() }, (db, { ids }) =>
  db
    .select({ wish: receivingWishes, payee: table })
    .from(receivingWishes)
    .leftJoin(table, eq(table.id, receivingWishes.payeeId))
    .where(sql`${receivingWishes.applicationId} = any(${ids}::uuid[])`),
)
const selectNamed = prepared('payees_named', { ids: plain<readonly string[]>() }, (db, { ids }) =>
  db
    .select()
    .from(table)
    .where(sql`${table.applicationId} = any(${ids}::uuid[])`),
)

async function readWishes(db: Db | Tx, applicationIds: readonly string[]): Promise<Wish[]> {
  const found = await selectWishes(db, { ids: applicationIds })
  return found.map(({ wish, payee }) => ({ applicationId: wish.applicationId, payee }))
}

/** Asks for cash. */
export async function askForCash(core: Core, userId: string, applicationId: string): Promise<void> {
  await core.db.transaction(async (tx) => {
    await keepWish(core, tx, await lockOwnRequest(tx, userId, applicationId), { way: 'cash', payeeId: null })
  })
}

/** Asks us to pay a vendor, whose account two administrators confirm before it is used. */
export async function askToPayVendor(
  core: Payees,
  userId: string,
  applicationId: string,
  vendor: NewVendor,
): Promise<void> {
  await requireOwn(core.db, userId, applicationId)
  const account = await confirmAccount(core, vendor, vendor.accountName)
  await core.db.transaction(async (tx) => {
    const request = await lockOwnRequest(tx, userId, applicationId)
    const { id } = await keepVendor(core, tx, userId, vendor, account)
    await keepWish(core, tx, request, { way: 'vendor', payeeId: id })
  })
}

/** Stores the applicant's way of being paid. A change is reported to them. */
async function keepWish(
  core: Core,
  tx: Tx,
  request: Application,
  wish: Pick<typeof receivingWishes.$inferInsert, 'way' | 'payeeId'>,
): Promise<void> {
  const [before] = await readWishes(tx, [request.id])
  if (before && (before.payee?.id ?? null) === wish.payeeId) return
  const now = core.clock.now()
  if (before?.payee) await giveUpVendor(tx, request.id, now)
  const row = { applicationId: request.id, ...wish, updatedAt: now }
  await tx.insert(receivingWishes).values(row).onConflictDoUpdate({ target: receivingWishes.applicationId, set: row })
  const isAnother = before !== undefined || (await findCurrent(tx, request.id)) !== null
  await (isAnother ? tellAct : tellFormerAddresses)(core, tx, request, 'wayChanged')
}

/** The condition on `payees` that an applicant asked for another way since they named this account, which may be someone else's now. */
export const HAS_WISH = sql`payees.application_id in (select application_id from receiving_wishes)`

const withoutIdentity = (changes: readonly PayeeChange[]) => changes.filter(({ what }) => what !== 'identity')

/** For staff: how each applicant wants to receive it, and the account that this needs. By request. */
export async function readReceivingOf(db: Db | Tx, applicationIds: readonly string[], rules: WaitRules) {
  const wishes = new Map((await readWishes(db, applicationIds)).map((wish) => [wish.applicationId, wish]))
  const named = await selectNamed(db, { ids: applicationIds })
  const current = new Map(
    named.filter(({ replacedAt }) => replacedAt === null).map((each) => [each.applicationId, each]),
  )
  const changesOf = await readPayeeChanges(
    db,
    [...current.values()].map(({ id }) => id),
  )
  const applicantChanges = await readApplicantChanges(db, applicationIds)
  return (applicationId: string) => {
    const wish = wishes.get(applicationId)
    const payee = wish ? wish.payee : current.get(applicationId)
    const way = wish ? (wish.payee ? 'vendor' : 'cash') : payee ? 'account' : null
    return {
      way,
      changes: applicantChanges(applicationId).map(({ what, before, at }) => ({
        what,
        before: what === 'phone' ? before.slice(-2) : before,
        at,
      })),
      waits_until: waitsUntil(rules, applicantChanges(applicationId)),
      payee: payee
        ? {
            id: payee.id,
            name: payee.name ?? '',
            account_name: payee.resolvedName ?? '',
            bank_name: payee.bankName,
            account_ending: payee.accountEnding,
            usable: isUsable(payee, changesOf(payee.id), rules.now),
            usable_once_checked: isUsable(payee, withoutIdentity(changesOf(payee.id)), rules.now),
          }
        : null,
    } as const
  }
}
