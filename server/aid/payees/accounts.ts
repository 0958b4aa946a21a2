/** Account numbers at rest, and what the provider says of an account. */
import type { Core } from '../../platform/core.ts'
import { after, hours } from '../../platform/clock.ts'
import { decrypt, encrypt, hmacSha256, type Keys } from '../../platform/crypto.ts'
import { AppError } from '../../platform/errors.ts'
import type { BankAccount, PaystackTransfers, ProviderBank } from '../../money/payments/paystack-transfers.ts'
import { ProviderRefusal, unanswered } from '../../money/payments/provider-answers.ts'

/** The dependencies of payees. */
export interface Payees extends Core {
  readonly transfers: PaystackTransfers
  readonly banks: BankList
}

/** Finds the same account again; without the key it tells nothing. */
export const hashAccount = ({ bankAccounts }: Keys, { bankCode, accountNumber }: BankAccount) =>
  hmacSha256(bankAccounts, `${bankCode}:${accountNumber}`)

/** @param payeeId it can be decrypted for this payee only */
export const sealAccount = ({ encryption }: Keys, payeeId: string, { accountNumber }: BankAccount) =>
  encrypt(encryption, Buffer.from(accountNumber), Buffer.from(`payee ${payeeId}`))

/** The account number of a payee; null once it was erased. */
export const openAccount = (
  { encryption }: Keys,
  { id, accountEncrypted }: { readonly id: string; readonly accountEncrypted: Buffer | null },
): string | null =>
  accountEncrypted && decrypt(encryption, accountEncrypted, Buffer.from(`payee ${id}`)).toString('utf8')

const KEPT = hours(24)

export interface BankList {
  /** By name. */
  read(): Promise<readonly ProviderBank[]>
}

/** The banks, asked for once a day in each process: names and codes change rarely. */
export function createBankList({ clock }: Pick<Core, 'clock'>, transfers: PaystackTransfers): BankList {
  let known: { banks: readonly ProviderBank[]; readAt: Date } | null = null
  return {
    async read() {
      const now = clock.now()
      if (known && known.readAt <= now && after(known.readAt, KEPT) > now) return known.banks
      const banks = await transfers.listBanks().catch((error: unknown) => {
        throw unanswered(error)
      })
      known = { banks, readAt: now }
      return banks
    },
  }
}

export interface ResolvedAccount extends BankAccount {
  readonly bankName: string
  readonly accountName: string
}

/** @throws AppError `account_not_found` (also a bank that is not in the list), `provider_unavailable` */
export async function resolveAccount(payees: Payees, account: BankAccount): Promise<ResolvedAccount> {
  const bank = (await payees.banks.read()).find(({ code }) => code === account.bankCode)
  if (!bank) throw new AppError('account_not_found')
  const accountName = await payees.transfers.resolve(account).catch((error: unknown) => {
    throw unanswered(error)
  })
  if (accountName === null) throw new AppError('account_not_found')
  return { ...account, bankName: bank.name, accountName }
}

/** The account that a person has confirmed by its name, as a recipient of the provider. */
export async function confirmAccount(payees: Payees, account: BankAccount, confirmedName: string) {
  const resolved = await resolveAccount(payees, account)
  if (resolved.accountName !== confirmedName) throw new AppError('account_name_changed')
  const recipientCode = await payees.transfers.saveRecipient(account, resolved.accountName).catch((error: unknown) => {
    throw error instanceof ProviderRefusal ? new AppError('account_not_found', { cause: error }) : unanswered(error)
  })
  return { ...resolved, recipientCode }
}
