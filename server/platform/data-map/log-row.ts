/** The row of the data map for the public log. */
import { INTEREST } from './bases.ts'
import type { DataMapRow } from './row.ts'

export const THE_LOG: DataMapRow = {
  what: 'the public log: a random-looking hash for each gift, award, disbursement, confirmation and allocation; what opens it, kept here alone: amounts, dates, ids, the hash of the receipt code, and a salt',
  tables: [
    'log_entries',
    'log_tile_roots',
    'log_checkpoints',
    'log_cosignatures',
    'log_keys',
    'gift_lots',
    'gift_turns',
    'allocations',
    'published_rows',
    'published_payments',
  ],
  why: 'so that anyone can check that nothing was changed, removed or reordered since',
  howLong:
    'the hashes permanently, in public; what opens those of a request, until its text is erased, and a day more: then they open for no one',
  people: ['donors', 'people who ask for aid', 'administrators'],
  basis: [INTEREST],
}
