/** The rows of the data map for the ledger and its checks, and for tables about no person. */
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

export const NO_PERSONAL_DATA: DataMapRow = {
  what: 'no personal data',
  tables: [
    'aid_kinds',
    'funds',
    'instance',
    'jobs',
    'log_signing_stop',
    'monthly_gifts',
    'published_outflows',
    'restoring',
    'schema_migrations',
    'witness_sends',
  ],
  elsewhere: "and the sandbox's own `sandbox_…`",
  why: 'to run',
  howLong: 'permanently',
  people: [],
  basis: [],
}
