/**
 * The part of the provider's HTTP API that pays out: banks, the names on accounts, recipients and transfers. Facts:
 * docs/protocols/paystack-transfers.md sections 2 to 5 and 9.
 */
import { z } from 'zod'
import { createCalls, CREATED, kobo, signedKobo, type Page, type PageInput, type PaystackOptions } from './paystack.ts'
import { ProviderRefusal, ProviderSilence } from './provider-answers.ts'

const Bank = z.object({
  name: z.string().min(1),
  code: z.string().regex(/^\d{3,6}$/),
  active: z.boolean().nullish(),
  is_deleted: z.boolean().nullish(),
  supports_transfer: z.boolean().nullish(),
})
/** A bank that can receive a transfer. */
export interface ProviderBank {
  readonly code: string
  readonly name: string
}

const Resolved = z.object({ account_name: z.string().trim().min(1).max(200) })
const Recipient = z.object({
  recipient_code: z.string().min(1),
  details: z.object({ account_number: z.string(), bank_code: z.string() }),
})

const Initiated = z.object({ reference: z.string(), status: z.string(), transfer_code: z.string() })
const Finalized = z.object({ status: z.string() })
const Transfer = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  domain: z.string(),
  reference: z.string(),
  amount: kobo,
  currency: z.string(),
  status: z.string(),
  transfer_code: z.string(),
  /** Not known at first. */
  fee_charged: kobo.nullish().catch(null),
  recipient: z.object({
    recipient_code: z.string(),
    details: z.object({ account_number: z.string(), bank_code: z.string() }),
  }),
  session: z.object({ id: z.string().nullish() }).nullish().catch(null),
  ...CREATED,
})
/** A transfer at the provider. In kobo. */
export type ProviderTransfer = z.output<typeof Transfer>

const BalanceLine = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  currency: z.string(),
  /** Signed: below zero it left the balance. */
  difference: signedKobo,
  /** The balance after it. */
  balance: signedKobo,
  /** Cause of the line, such as `Transaction` or `Transfer`, with the id. */
  model_responsible: z.string(),
  model_row: z.union([z.number(), z.string()]).transform(String),
  ...CREATED,
})
/** One movement of the balance at the provider. In kobo. */
export type ProviderBalanceLine = z.output<typeof BalanceLine>

/** A transfer to make. In kobo; the reference is ours, and used once. */
export interface TransferInput {
  readonly amount: bigint
  readonly recipientCode: string
  readonly reference: string
}

/** The recipient, agents and readers of the alert see it: it does not mention the aid. */
export const narrationOf = (payer: string, reference: string) => `${payer} ${reference.slice(4, 10)}`

export interface BankAccount {
  readonly bankCode: string
  readonly accountNumber: string
}

/** The calls that pay out. All throw ProviderSilence and ProviderRefusal. */
export interface PaystackTransfers {
  /** The banks that can receive a transfer now, by name. */
  listBanks(): Promise<ProviderBank[]>
  /** @returns the name on the account, or null: it does not exist, or its bank does not answer */
  resolve(account: BankAccount): Promise<string | null>
  /** Makes the account a recipient, or finds the recipient that it already is. @returns its code */
  saveRecipient(account: BankAccount, name: string): Promise<string>
  /** Sends money. @returns the status and code of the transfer that now exists */
  transfer(input: TransferInput): Promise<{ status: string; transferCode: string }>
  /** Enters the code of a transfer that waits for one. @returns its status now; a wrong code is `failed` */
  finalizeTransfer(transferCode: string, code: string): Promise<{ status: string }>
  /** Has a new code sent. */
  resendCode(transferCode: string): Promise<void>
  /** @returns null when the provider does not know the reference now, which proves nothing while it validates */
  verifyTransfer(reference: string): Promise<ProviderTransfer | null>
  /** One page of all transfers created in a period, also those that were not made here. */
  listTransfers(input: PageInput): Promise<Page<ProviderTransfer>>
  /** One page of what moved the balance. A period is in whole days. */
  listBalanceLines(input: PageInput): Promise<Page<ProviderBalanceLine>>
}

const BANK_PAGES_MAX = 20
const RESOLVED_TOO_MANY = /daily limit/i

/** Over the same provider as the client of payments. @param payer the name on statements of those who are paid */
export function createPaystackTransfers(options: PaystackOptions, payer: () => string): PaystackTransfers {
  const { ask, list } = createCalls(options)
  return {
    async listBanks() {
      const banks = new Map<string, ProviderBank>()
      let next: string | null = ''
      for (let page = 0; page < BANK_PAGES_MAX && next !== null; page += 1) {
        const cursor: string = next === '' ? '' : `&next=${encodeURIComponent(next)}`
        const path = `/bank?country=nigeria&type=nuban&perPage=100&use_cursor=true${cursor}`
        const answer = await ask('banks', path, z.array(z.unknown()))
        for (const row of answer.data) {
          const bank = Bank.safeParse(row).data
          if (!bank || bank.active === false || bank.is_deleted || bank.supports_transfer === false) continue
          banks.set(bank.code, { code: bank.code, name: bank.name })
        }
        next = answer.next
      }
      return [...banks.values()].sort((a, b) => a.name.localeCompare(b.name))
    },
    async resolve({ bankCode, accountNumber }) {
      const path = `/bank/resolve?account_number=${accountNumber}&bank_code=${bankCode}`
      try {
        return (await ask('resolve', path, Resolved)).data.account_name
      } catch (error) {
        // It does not tell a wrong number from a bank that is silent, and not always with the same status.
        // A test key that has asked too often today learns nothing of the account either.
        if (error instanceof ProviderRefusal && !RESOLVED_TOO_MANY.test(error.message)) return null
        throw error
      }
    },
    async saveRecipient({ bankCode, accountNumber }, name) {
      const body = { type: 'nuban', name, account_number: accountNumber, bank_code: bankCode, currency: 'NGN' }
      const { recipient_code: code, details } = (await ask('recipient', '/transferrecipient', Recipient, body)).data
      // The same account finds an older recipient, whatever name it has: only the account counts.
      if (details.account_number !== accountNumber || details.bank_code !== bankCode)
        throw new ProviderSilence('the provider answered for another account')
      return code
    },
    async transfer({ amount, recipientCode, reference }) {
      const body = {
        source: 'balance',
        amount: Number(amount),
        currency: 'NGN',
        recipient: recipientCode,
        reference,
        reason: narrationOf(payer(), reference),
      }
      const { data } = await ask('transfer', '/transfer', Initiated, body)
      if (data.reference !== reference) throw new ProviderSilence('the provider answered for another reference')
      return { status: data.status, transferCode: data.transfer_code }
    },
    async finalizeTransfer(transferCode, code) {
      const body = { transfer_code: transferCode, otp: code }
      return (await ask('finalize_transfer', '/transfer/finalize_transfer', Finalized, body)).data
    },
    async resendCode(transferCode) {
      const body = { transfer_code: transferCode, reason: 'resend_otp' }
      await ask('resend_otp', '/transfer/resend_otp', z.unknown(), body)
    },
    listTransfers: (input) => list('transfers', '/transfer', Transfer, input),
    listBalanceLines: (input) => list('balance_ledger', '/balance/ledger', BalanceLine, input),
    async verifyTransfer(reference) {
      try {
        return (await ask('verify_transfer', `/transfer/verify/${encodeURIComponent(reference)}`, Transfer)).data
      } catch (error) {
        if (error instanceof ProviderRefusal && error.status === 404) return null
        throw error
      }
    },
  }
}
