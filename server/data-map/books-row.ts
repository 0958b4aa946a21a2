/** The row of the data map for the ledger and its checks. */
import { LEGAL } from './bases.ts'
import type { DataMapRow } from './row.ts'

export const THE_BOOKS: DataMapRow = {
  what: 'the books',
  tables: [
    'ledger_accounts',
    'ledger_balances',
    'transfers',
    'ledger_checkpoints',
    'sealed_days',
    'book_checks',
    'book_outages',
    'transfer_balance',
  ],
  why: 'bookkeeping',
  howLong: 'permanently; transfers cannot be changed',
  people: ['donors', 'account holders'],
  basis: [LEGAL],
  recipients: ['administrators'],
}
