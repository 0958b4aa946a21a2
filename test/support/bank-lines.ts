/** Lines of a bank statement, for tests of what becomes of lists. */
import { expect } from 'vitest'
import type { Administrator } from './administering.ts'

/** Uploads a statement with a credit for each description. */
export async function uploadBankLines(by: Administrator, descriptions: readonly string[]): Promise<void> {
  const lines = descriptions.map((text, index) => `15/01/2026,"${text.replaceAll('"', '""')}",,${index + 1},`)
  const content = Buffer.from(['Date,Narration,Debit,Credit,Balance', ...lines].join('\n')).toString('base64')
  const { status } = await by.call('POST', '/api/admin/books/bank/statements', { bank: 'GTBank', content })
  expect(status).toBe(201)
}
