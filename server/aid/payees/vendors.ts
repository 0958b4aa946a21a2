/** Vendors: schools, hospitals and landlords that are paid directly. The same account of the same kind is one payee. */
import { and, eq, isNull } from 'drizzle-orm'
import type { VendorKind } from '../../../contract/aid/payee-fields.ts'
import { keepDigest } from '../../record/audit/act-digests.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { BankAccount } from '../../money/payments/paystack-transfers.ts'
import { PAYEE } from './acts.ts'
import { hashAccount, sealAccount, type confirmAccount } from './accounts.ts'
import { compareNames } from '../../record/profiles/name-match.ts'
import { payees as table } from './schema.ts'

export interface NewVendor extends BankAccount {
  readonly kind: VendorKind
  readonly name: string
  /** As the bank gave it, and as the person who names the account has read it. */
  readonly accountName: string
}

/**
 * Keeps the account of a vendor, or finds it.
 * @param userId who names it
 */
export async function keepVendor(
  core: Pick<Core, 'keys' | 'clock'>,
  tx: Tx,
  userId: string,
  vendor: NewVendor,
  account: Awaited<ReturnType<typeof confirmAccount>>,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const id = newId()
  const now = core.clock.now()
  const accountHmac = hashAccount(core.keys, account)
  const same = and(eq(table.accountHmac, accountHmac), eq(table.kind, vendor.kind), isNull(table.replacedAt))
  const [before] = await tx.select().from(table).where(same).for('update')
  // The bank gives another name now: two people compare it anew.
  if (before && before.resolvedName !== account.accountName)
    await tx.update(table).set({ replacedAt: now }).where(eq(table.id, before.id))
  const [made] = await tx
    .insert(table)
    .values({
      id,
      kind: vendor.kind,
      name: vendor.name,
      bankCode: account.bankCode,
      bankName: account.bankName,
      accountEncrypted: sealAccount(core.keys, id, account),
      accountHmac,
      accountEnding: account.accountNumber.slice(-4),
      resolvedName: account.accountName,
      match: compareNames(vendor.name, account.accountName),
      shared: false,
      recipientCode: account.recipientCode,
      usableFrom: now,
      proposedBy: userId,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: table.id })
  if (made) {
    await keepDigest(core, tx, PAYEE, id)
    return { id, isNew: true }
  }
  const [known] = await tx.select({ id: table.id }).from(table).where(same)
  invariant(known, 'the same account is there')
  return { id: known.id, isNew: false }
}
