/** Transactions as the product's server sees them: initialized, verified, listed. charges.ts pays them. */
import { and, desc, eq, lte, or, type SQL } from 'drizzle-orm'
import type { Kobo } from '../contract/platform/money.ts'
import type { Db, Tx } from '../server/platform/db/db.ts'
import { invariant } from '../server/platform/errors.ts'
import { randomCode } from './codes.ts'
import { createdWithin, within, type Paging } from './paging.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { customers, transactions, type Customer } from './schema.ts'
import type { Charge } from './transaction-json.ts'

export interface NewTransaction {
  email: string
  amount: Kobo
  reference: string | null
  label: string | null
  channels: string[] | null
  callbackUrl: string | null
  metadata: unknown
}

/**
 * Initializes a transaction. Its reference is spent from now on, paid or not.
 * @throws Refusal `duplicate_reference`
 */
export async function initialize(provider: Provider, input: NewTransaction): Promise<Charge> {
  return provider.db.transaction((tx) => insertTransaction(provider, tx, input))
}

export async function insertTransaction(provider: Provider, tx: Tx, input: NewTransaction): Promise<Charge> {
  const customer = await findOrInsertCustomer(provider, tx, input.email)
  const [transaction] = await tx
    .insert(transactions)
    .values({
      reference: input.reference ?? randomCode(10),
      accessCode: randomCode(15),
      domain: 'test',
      status: 'abandoned',
      requestedAmount: input.amount,
      amount: input.amount,
      currency: 'NGN',
      customerId: customer.id,
      label: input.label,
      channels: input.channels,
      callbackUrl: input.callbackUrl,
      metadata: input.metadata,
      createdAt: provider.clock.now(),
    })
    .onConflictDoNothing({ target: transactions.reference })
    .returning()
  if (!transaction) throw refusals.duplicateReference()
  return { transaction, customer }
}

async function findOrInsertCustomer(provider: Provider, tx: Tx, email: string): Promise<Customer> {
  const [customer] = await tx
    .insert(customers)
    .values({ email, customerCode: `CUS_${randomCode(15)}`, createdAt: provider.clock.now() })
    .onConflictDoUpdate({ target: customers.email, set: { email } })
    .returning()
  invariant(customer, 'findOrInsertCustomer: an upsert returns its row')
  return customer
}

/** Transactions with their customers. */
export const selectCharges = (db: Db | Tx) =>
  db
    .select({ transaction: transactions, customer: customers })
    .from(transactions)
    .innerJoin(customers, eq(customers.id, transactions.customerId))

async function findOne(db: Db | Tx, condition: SQL): Promise<Charge | null> {
  const [found] = await selectCharges(db).where(condition)
  return found ?? null
}

export const findByReference = (db: Db | Tx, reference: string) => findOne(db, eq(transactions.reference, reference))
export const findById = (db: Db | Tx, id: number) => findOne(db, eq(transactions.id, id))
export const findByAccessCode = (db: Db | Tx, accessCode: string) =>
  findOne(db, eq(transactions.accessCode, accessCode))

/** Locks a transaction, so that two attempts to pay or refund it come one after the other. */
export async function lockTransaction(tx: Tx, condition: SQL): Promise<Charge | null> {
  const [found] = await selectCharges(tx).where(condition).for('update', { of: transactions })
  return found ?? null
}

export const LISTED_STATUSES = ['success', 'failed', 'abandoned', 'reversed'] as const
export type ListedStatus = (typeof LISTED_STATUSES)[number]

export async function listTransactions(
  provider: Provider,
  paging: Paging,
  status: ListedStatus | null,
): Promise<{ charges: Charge[]; total: number }> {
  const matching = and(
    status === null ? undefined : hasStatus(status, provider.clock.now()),
    createdWithin(paging, transactions.createdAt),
  )
  const charges = await selectCharges(provider.db)
    .where(within(paging, matching, transactions))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(paging.perPage)
    .offset((paging.page - 1) * paging.perPage)
  return { charges, total: await provider.db.$count(transactions, matching) }
}

function hasStatus(status: ListedStatus, now: Date): SQL | undefined {
  if (status !== 'abandoned') return eq(transactions.status, status)
  return or(
    eq(transactions.status, 'abandoned'),
    and(eq(transactions.status, 'ongoing'), lte(transactions.ongoingUntil, now)),
  )
}
