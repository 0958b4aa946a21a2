/**
 * Bank payments of the demo: accounts that two people confirm, and transfers that the sandbox makes, as if they had been made there. The same
 * sandbox answers for them once the demo is over.
 */
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import { after, seconds } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import type { BankList } from '../../aid/payees/accounts.ts'
import { payeeDecision, proposeVendor } from '../../aid/payees/checks.ts'
import { nameOwnPayee } from '../../aid/payees/own-payees.ts'
import { narrationOf, type BankAccount, type PaystackTransfers } from '../../money/payments/paystack-transfers.ts'
import type { Approver } from '../../aid/awards/subjects.ts'
import { transferJobs } from '../../aid/awards/transfers/send-transfers.ts'
import { accountNameOf } from '../../../sandbox/banks.ts'
import type { Provider } from '../../../sandbox/provider.ts'
import { saveRecipient } from '../../../sandbox/recipients.ts'
import { createSwitches } from '../../../sandbox/switches.ts'
import { confirmAbout } from './demo-decisions.ts'
import { createTransfer, endTransfer, findTransfer } from '../../../sandbox/transfers.ts'

const BANK = { code: '058', name: 'Guaranty Trust Bank' }
/** The sandbox gives this account its name. */
const SCHOOL = { kind: 'school', name: 'Adaeze Grace School', accountNumber: '0234567890' } as const
/** Longer than a transfer takes. */
const LATER = seconds(90)

export interface DemoTransfers {
  /** Halima proposes the account of a school, and Musa confirms it. @returns its id */
  addSchool(halima: Approver, musa: Approver): Promise<string>
  /** A person names their own account for a request. */
  nameAccount(userId: string, applicationId: string, accountNumber: string): Promise<void>
  /** Sends the payment that was just released. */
  send(paymentId: string, outcome: 'success' | 'failed', setTime: (now: Date) => void): Promise<void>
}

/** @param core its database is the transaction of the demo, and its clock stands where the demo is */
export function demoTransfers(core: Core): DemoTransfers {
  const provider = sandboxIn(core)
  const banks: BankList = { read: () => Promise.resolve([BANK]) }
  const paying = { ...core, transfers: transfersIn(provider), banks }
  const [sending] = transferJobs(paying)
  invariant(sending, 'a job sends what is released')
  const account = (accountNumber: string) => ({
    bankCode: BANK.code,
    accountNumber,
    accountName: accountNameOf(accountNumber, BANK.code) ?? '',
  })
  return {
    async addSchool(halima, musa) {
      const id = await proposeVendor(paying, halima, { ...SCHOOL, ...account(SCHOOL.accountNumber) })
      await confirmAbout(core, payeeDecision(paying), musa, id)
      return id
    },
    async nameAccount(userId, applicationId, accountNumber) {
      await nameOwnPayee(paying, userId, applicationId, account(accountNumber))
    },
    async send(paymentId, outcome, setTime) {
      await sending.run(core, NEVER)
      const { reference } = await onlyRow(
        core.db,
        sql`select reference from payout_attempts where disbursement_id = ${paymentId}::uuid`,
        z.object({ reference: z.string() }),
      )
      setTime(after(core.clock.now(), LATER))
      await endTransfer(provider, reference, outcome)
      await sending.run(core, NEVER)
    },
  }
}

const NEVER = new AbortController().signal

/** It sends no webhooks, because the transaction has not ended yet, and asks for no approval. */
function sandboxIn({ db, clock, log, background }: Core): Provider {
  const switches = createSwitches()
  switches.set({ webhooks: { drop: true } })
  const unused = { secretKey: '', webhookUrl: '', approvalUrl: null, minimumKobo: 0n, landsAfter: 0, control: false }
  return { ...unused, db, clock, log, background, switches, sending: new Set() }
}

const unused = () => Promise.reject(new Error('the demo does not call this'))

function transfersIn(provider: Provider): PaystackTransfers {
  return {
    listBanks: unused,
    finalizeTransfer: unused,
    resendCode: unused,
    listTransfers: unused,
    listBalanceLines: unused,
    resolve: ({ accountNumber, bankCode }) => Promise.resolve(accountNameOf(accountNumber, bankCode)),
    async saveRecipient({ accountNumber, bankCode }: BankAccount, name) {
      const fields = { type: 'nuban', name, account_number: accountNumber, bank_code: bankCode, currency: 'NGN' }
      return (await saveRecipient(provider, fields)).recipientCode
    },
    async transfer({ amount, recipientCode, reference }) {
      const reason = narrationOf(reference)
      const { transfer } = await createTransfer(provider, { amount, recipientCode, reference, reason })
      return { status: transfer.status, transferCode: transfer.transferCode }
    },
    async verifyTransfer(reference) {
      const found = await findTransfer(provider.db, reference)
      if (!found) return null
      const { transfer, recipient } = found
      const { accountNumber, bankCode, recipientCode } = recipient
      return {
        id: String(transfer.id),
        domain: 'test',
        reference,
        amount: transfer.amount,
        currency: 'NGN',
        status: transfer.status,
        transfer_code: transfer.transferCode,
        fee_charged: transfer.fee,
        recipient: {
          recipient_code: recipientCode,
          details: { account_number: accountNumber, bank_code: bankCode },
        },
        session: { id: transfer.transferredAt ? String(transfer.id).padStart(30, '0') : null },
        created_at: transfer.createdAt,
      }
    },
  }
}
