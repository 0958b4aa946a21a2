/** The bank's statements, for administrators: uploaded, and matched with the entries of the ledger's account `bank`. */
import { z } from 'zod'
import { actor, staffWith, byId } from '../platform/administration.ts'
import {
  BANK_CHARACTERS_MAX,
  DATE_ORDERS,
  REMOVAL_CHARACTERS_MAX,
  STATEMENT_BYTES_MAX,
  STATEMENT_COLUMNS,
  STATEMENT_FORMATS,
} from './bank-fields.ts'
import { difference } from './differences.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, created, naira, personText, timestamp } from '../platform/fields.ts'
import { countedPageOf, pageQuery } from '../platform/lists.ts'
import { proposal } from '../people/decisions.ts'

/** A day in Lagos: 2026-11-21. */
const day = z.iso.date()
const key = z.string().min(1).max(200)

const column = personText(100).min(1, 'This field is required.').nullable()
const columns = z.strictObject({
  date: column,
  description: column,
  reference: column,
  amount: column,
  direction: column,
  debit: column,
  credit: column,
  balance: column,
  status: column,
} satisfies Record<(typeof STATEMENT_COLUMNS)[number], z.ZodType>)

const upload = z.strictObject({
  bank: personText(BANK_CHARACTERS_MAX).trim().min(1, 'Enter the name of the bank.'),
  /** The bytes of the file. */
  content: z.base64('Send the file in base64.').max(Math.ceil(STATEMENT_BYTES_MAX / 3) * 4 + 4),
  /** For CSV: which column has what, by the names in the header. Without it, those of the bank's last file, or what is recognised. */
  columns: columns.optional(),
  /** For CSV: whether the day or the month is first. Without it, what the dates tell, or the order of the bank's last file. */
  date_order: z.enum(DATE_ORDERS).optional(),
  /** For CSV: takes rows that cannot be read as lines with the amount that the balances tell. Two people close the difference of each. */
  leave_out: z.boolean().optional(),
})
/** As JSON takes it, in base64. */
const uploadBytesMax = STATEMENT_BYTES_MAX * 2

const rowNote = z.strictObject({ row: z.number().int(), why: z.string() })
const statementLine = z.strictObject({
  day,
  /** Above zero when it came into the account. */
  amount: naira,
  description: z.string(),
  reference: z.string().nullable(),
})

const statement = z.strictObject({
  id: z.uuid(),
  bank: z.string(),
  format: z.enum(STATEMENT_FORMATS),
  uploaded_by: actor,
  uploaded_at: timestamp,
  first_day: day,
  last_day: day,
  lines: z.number().int(),
  /** Those of them that no statement had before. */
  lines_added: z.number().int(),
  /** The closing balance of the statement, and its day. */
  closing_balance: naira.nullable(),
  closing_day: day.nullable(),
  /** Removal that waits for a second person. */
  proposal: proposal.nullable(),
  /** False for those tied to a payout that a line is matched with. A process of before an update leaves it out. */
  may_remove: z.boolean().optional(),
})

/**
 * Why the reader can neither match a line nor undo that: they are tied to a request of its entries, or two people close its difference.
 * A process of before an update leaves it out.
 */
const barred = z.enum(['tied', 'unread']).nullable().optional()

const bankLine = z.strictObject({
  id: z.uuid(),
  number: z.number().int(),
  bank: z.string(),
  ...statementLine.shape,
  /** The keys of the ledger's entries that it was matched with, and their sum. */
  entries: z.string(),
  matched: naira,
  matched_by: z.enum(['automatic', 'hand']).nullable(),
  matched_at: timestamp.nullable(),
  barred,
})

/** The filters. The CSV export takes the same. */
export const bankLineFilters = { matched: z.enum(['yes', 'no']).optional() }

const statedLine = z.strictObject({ id: z.uuid(), ...statementLine.shape, is_matched: z.boolean(), barred })

const entry = z.strictObject({
  /** The entry's key in the ledger, such as `settlement:3090024`. */
  key,
  day,
  /** Above zero when it adds to the bank account. */
  amount: naira,
})

export const bankEndpoints = {
  'GET /api/admin/books/bank': endpoint({
    ...staffWith('see_money'),
    summary:
      'The ledger, the payment provider and the bank: what each says of the money at the bank, and the statements it rests on.',
    reply: ok({
      /** The ledger's account `bank`. */
      ledger: naira,
      /** The part of it that the provider settled, by the ledger and by the provider. */
      ledger_settled: naira,
      provider_settled: naira,
      /** Entries before the first statement, and entries too recent to be on one. */
      before_statements: naira,
      not_yet_on_statements: naira,
      /** All lines of the statements. They equal `ledger`, less the two above, plus the next two. */
      bank: naira,
      /** Differences that are open, and those that two administrators explained. */
      open: naira,
      explained: naira,
      /** The days that the statements cover. Null without a statement. */
      first_day: day.nullable(),
      last_day: day.nullable(),
      /** One for each account. A process of before an update leaves out the last day of its statements, which is null without any. */
      banks: z.array(
        z.strictObject({ name: z.string(), columns: columns.nullable(), last_day: day.nullable().optional() }),
      ),
      /** Open differences, oldest first, at most 200; each with its line, if it has one. */
      differences: z.array(z.strictObject({ ...difference.shape, line: statedLine.nullable() })),
      /** Entries of the ledger without a line, newest first, at most 200. */
      unmatched_entries: z.array(entry),
    }),
  }),
  'POST /api/admin/books/bank/preview': endpoint({
    ...staffWith('handle_money'),
    summary: 'Reads a bank statement, CSV or OFX, and shows what saving it would add. Nothing is stored.',
    body: upload,
    bodyBytesMax: uploadBytesMax,
    reply: ok({
      format: z.enum(STATEMENT_FORMATS),
      /** The names in the header of a CSV file. */
      header: z.array(z.string()),
      /** Null where they have to be chosen, and for OFX. */
      columns: columns.nullable(),
      lines: z.number().int(),
      /** Those of them that no statement had before. */
      lines_added: z.number().int(),
      /** Those of them that an earlier file had in the other format, with another reference. */
      lines_in_other_format: z.number().int(),
      first_day: day.nullable(),
      last_day: day.nullable(),
      closing_balance: naira.nullable(),
      closing_day: day.nullable(),
      /** Sums of the lines, both above zero. */
      money_in: naira,
      money_out: naira,
      /** Whether printed balances explain every line. Null where none is printed; where they do not, the file has odd rows. */
      balances_agree: z.boolean().nullable(),
      /** `unclear`: the dates can be read both ways, so it has to be chosen. Null where it makes no difference. */
      date_order: z.enum([...DATE_ORDERS, 'unclear']).nullable(),
      /** The first 20 of each. A statement with odd rows cannot be saved. */
      sample: z.array(statementLine),
      odd: z.array(rowNote),
      odd_rows: z.number().int(),
      left_out: z.array(rowNote),
      left_out_rows: z.number().int(),
      /** Whether `leave_out` would take every odd row. */
      may_leave_out: z.boolean(),
      /** When the same file was uploaded before. */
      same_file_at: timestamp.nullable(),
    }),
    errors: ['statement_unreadable'],
  }),
  'POST /api/admin/books/bank/statements': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Saves a bank statement. Lines that an earlier statement had are not added again. New lines are matched with the ledger by amount, date and reference.',
    body: upload,
    bodyBytesMax: uploadBytesMax,
    reply: created({
      id: z.uuid(),
      lines: z.number().int(),
      lines_added: z.number().int(),
      lines_matched: z.number().int(),
    }),
    errors: ['statement_unreadable'],
  }),
  'POST /api/admin/books/bank/statements/:id/removal': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Removes a statement, with the lines that no other statement has, and their matches. Where such a line is in a difference, this proposes it, and a second person must confirm.',
    params: byId,
    body: z.strictObject({
      /** The second person reads it. */
      reason: personText(REMOVAL_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
    }),
    reply: ok({
      lines_removed: z.number().int(),
      /** Nothing is removed yet: a second person must confirm. */
      waits: z.boolean(),
    }),
    errors: ['not_found', 'own_request', 'already_proposed'],
  }),
  'GET /api/admin/bank-statements': endpoint({
    ...staffWith('see_money'),
    summary: 'The uploaded bank statements, newest first.',
    query: pageQuery,
    reply: { status: 200, schema: countedPageOf(statement) },
  }),
  'GET /api/admin/bank-lines': endpoint({
    ...staffWith('see_money'),
    summary: 'The lines of all bank statements, newest first.',
    query: z.strictObject({ ...pageQuery.shape, ...bankLineFilters }),
    reply: { status: 200, schema: countedPageOf(bankLine) },
  }),
  'POST /api/admin/books/bank/lines/:id/match': endpoint({
    ...staffWith('handle_money'),
    summary:
      'Matches a line with entries of the ledger, by hand. Nothing is booked. Where the amounts differ, the difference stays open.',
    params: byId,
    body: z.strictObject({ entries: z.array(key).min(1, 'Choose an entry.').max(50) }),
    reply: created({ difference: naira }),
    errors: ['not_found', 'bank_line_matched', 'own_request'],
  }),
  'DELETE /api/admin/books/bank/lines/:id/match': endpoint({
    ...staffWith('handle_money'),
    summary: 'Undoes the match of a line. The automatic match does not repeat it.',
    params: byId,
    reply: ok({ entries: z.array(key) }),
    errors: ['not_found', 'own_request'],
  }),
} as const
