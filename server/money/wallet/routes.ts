/** HTTP for the wallet. The rules live in wallets.ts, top-ups.ts, gifts.ts and transactions.ts. */
import { walletEndpoints } from '../../../contract/money/wallet.ts'
import { after } from '../../platform/clock.ts'
import { csvOf } from '../../platform/lists/csv.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import type { Payments } from '../payments/payments.ts'
import { giveFromWallet } from './gifts.ts'
import type { Wallet, WalletTransaction } from './schema.ts'
import { cancelTopUp, resumeTopUp, startTopUp } from './top-ups.ts'
import { listTransactions, readStatement, transactionFile } from './transactions.ts'
import { getWallet } from './wallets.ts'

/** The caller's wallet only: the session says whose it is, never the request. */
export function walletRoutes(payments: Payments) {
  const { db } = payments
  return serveEndpoints(payments, walletEndpoints, {
    'GET /api/wallet': async ({ caller }) => {
      const wallet = await getWallet(payments, caller.userId)
      return {
        id: wallet.id,
        user_id: wallet.userId,
        balance: wallet.balance,
        frozen: wallet.frozenAt !== null,
        created_at: wallet.createdAt,
      }
    },

    'GET /api/wallet/transactions': async ({ caller, query }) => {
      const wallet = await getWallet(payments, caller.userId)
      const { items, nextCursor } = await listTransactions(db, wallet.id, query, query)
      return { items: items.map((transaction) => row(wallet, transaction)), next_cursor: nextCursor }
    },

    'GET /api/wallet/transactions.csv': async ({ caller, query }) => {
      const wallet = await getWallet(payments, caller.userId)
      return csvOf((read) => read(db), transactionFile, { ...query, walletId: wallet.id })
    },

    'GET /api/wallet/statement': async ({ caller, query }) => {
      const wallet = await getWallet(payments, caller.userId)
      // Includes the movements of this millisecond.
      const end = after(payments.clock.now(), 1)
      const period = { from: query.from, to: query.to < end ? query.to : end }
      const { items, nextCursor, opening, closing, credits, debits } = await readStatement(db, wallet.id, period, query)
      return {
        items: items.map((transaction) => row(wallet, transaction)),
        next_cursor: nextCursor,
        opening_balance: opening,
        closing_balance: closing,
        credits,
        debits,
        made_at: end,
      }
    },

    'POST /api/wallet/top-ups': async ({ caller, body, idempotencyKey }) => {
      const { reference, accessCode, transaction } = await startTopUp(payments, caller, body.amount, idempotencyKey)
      return { reference, access_code: accessCode, transaction: row(caller, transaction) }
    },

    'POST /api/wallet/top-ups/:reference/resume': async ({ caller, params }) => {
      const { reference, accessCode, transaction } = await resumeTopUp(payments, caller.userId, params.reference)
      return { reference, access_code: accessCode, transaction: row(caller, transaction) }
    },

    'POST /api/wallet/top-ups/:reference/cancel': async ({ caller, params }) =>
      row(caller, await cancelTopUp(payments, caller.userId, params.reference)),

    'POST /api/wallet/gifts': async ({ caller, body, idempotencyKey }) => {
      const { amount, donation_type: donationType, message, terms_version: termsVersion } = body
      const gift = { amount, donationType, message, termsVersion }
      const { transaction, receiptCode } = await giveFromWallet(payments, caller.userId, gift, idempotencyKey)
      const { balance } = await getWallet(payments, caller.userId)
      return {
        amount: transaction.amount,
        donation_type: body.donation_type,
        status: 'success' as const,
        receipt_code: receiptCode,
        transaction: row(caller, transaction),
        balance,
      }
    },
  })
}

/** A transaction as its owner reads it. */
function row({ userId }: Pick<Wallet, 'userId'>, transaction: WalletTransaction) {
  return {
    id: transaction.id,
    user_id: userId,
    wallet_id: transaction.walletId,
    amount: transaction.amount,
    type: transaction.type,
    description: transaction.description,
    reference: transaction.reference,
    status: transaction.status,
    paystack_reference: transaction.paystackReference,
    created_at: transaction.createdAt,
    completed_at: transaction.completedAt,
    canceled_at: transaction.canceledAt,
  }
}
