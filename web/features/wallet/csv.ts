/** The history as a table for a spreadsheet (RFC 4180): whatever stands in it is text or a number there, never a formula. */
import { nairaText, nairaToKobo } from '../../../contract/money.ts'
import type { WalletTransactionJson } from '../../../contract/wallet.ts'
import { walletHistory as words } from '#words/wallet.ts'

/** Spreadsheets take a cell that begins with one of these for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** The mark by which spreadsheets know UTF-8. */
const MARK = '\uFEFF'

export function transactionsCsv(transactions: readonly WalletTransactionJson[]): string {
  const rows = transactions.map((transaction) => [
    transaction.created_at,
    words.types[transaction.type],
    nairaText(nairaToKobo(transaction.amount) ?? 0n),
    transaction.status,
    transaction.description,
    transaction.reference,
    transaction.paystack_reference ?? '',
    transaction.completed_at ?? '',
  ])
  return MARK + [words.columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
